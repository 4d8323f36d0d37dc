"""Requests, golden games, mails and drawings replayed against whatever tree is installed: see `bench/answers.py`."""
