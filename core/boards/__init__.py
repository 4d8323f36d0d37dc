"""Where pieces stand: point-to-point boards, square boards, and the open plane in yards."""
