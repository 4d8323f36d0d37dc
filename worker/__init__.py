"""The rq jobs, and the processes that run them. Each job loads, calls pbem, and stores."""
