"""The ways by which mail comes in over HTTP, one module for each; a new one is a module and a line here."""

from pbem.web.webhooks import mailgun, raw

BLUEPRINTS = (raw.blueprint, mailgun.blueprint)
