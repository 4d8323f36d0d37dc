"""The ways by which mail comes in over HTTP, one module for each; a new one is a module and a line here."""

from pbem.web.webhooks.cloudflare import Cloudflare
from pbem.web.webhooks.mailgun import Mailgun
from pbem.web.webhooks.postmark import Postmark
from pbem.web.webhooks.raw import Raw
from pbem.web.webhooks.sendgrid import SendGrid
from pbem.web.webhooks.ses import Ses
from pbem.web.webhooks.webhook import Webhook

WEBHOOKS: tuple[Webhook, ...] = (Raw(), Mailgun(), Postmark(), SendGrid(), Ses(), Cloudflare())
