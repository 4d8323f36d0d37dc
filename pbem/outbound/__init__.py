"""Mail out: `compose` makes the bytes, `delivery` takes mails from the outbox one by one, `smtp` hands them over."""
