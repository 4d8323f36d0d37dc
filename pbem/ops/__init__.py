"""Running the server: its processes and who starts them again, the schedule, a Redis of one's own, the demo."""
