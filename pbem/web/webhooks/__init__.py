"""The ways by which mail comes in over HTTP, one module for each; a new one is a module and a line here."""

from pbem.web.webhooks.mailgun import Mailgun
from pbem.web.webhooks.raw import Raw
from pbem.web.webhooks.webhook import Webhook

WEBHOOKS: tuple[Webhook, ...] = (Raw(), Mailgun())
