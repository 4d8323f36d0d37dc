"""What every part of a running server needs: its context, the notifier of the workers, its log, its failpoints."""
