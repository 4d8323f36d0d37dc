"""A browser without a window on a player's own pages: the link from his latest mail, the cookie, forms and scripts."""

from __future__ import annotations

import re
from email.message import Message
from html import unescape
from typing import Any

from door import NOBODY_LISTENS
from flask.testing import FlaskClient
from inprocess import Server, text_of
from werkzeug.test import TestResponse

from pbem.runtime.notifier import Notifier
from pbem.web import create_app

PUBLIC = "https://play.example"
SITE = {"Sec-Fetch-Site": "same-origin"}


def link_in(mail: Message) -> str:
    """The path of the link at the end of a mail."""
    found = re.search(rf"^Your own page of this game: {PUBLIC}(/own/\S+)$", text_of(mail), re.M)
    assert found is not None, text_of(mail)
    return found[1]


def link_to_all_in(mail: Message) -> str:
    """The path of the link to a player's pages beside games, at the end of a mail."""
    found = re.search(rf"^Your own pages: {PUBLIC}(/own/\S+)$", text_of(mail), re.M)
    assert found is not None, text_of(mail)
    return found[1]


class Browser:
    """The browser of a player, with its own cookies."""

    def __init__(self, server: Server) -> None:
        self.server = server
        app = create_app(server.settings, server.store, Notifier(NOBODY_LISTENS, "pbem"))
        self.client: FlaskClient = app.test_client()
        self.page, self.step, self.form, self.nonce = "", "", "", ""

    def enter(self, mail: Message) -> TestResponse:
        """Open the link of a mail here, by its button."""
        answer = self.client.post(link_in(mail), headers=SITE, base_url=PUBLIC)
        assert answer.status_code == 303, answer.text
        return self.get(answer.headers["Location"])

    def enter_all(self, mail: Message) -> TestResponse:
        """Open the link to the pages beside games, by its button."""
        answer = self.client.post(link_to_all_in(mail), headers=SITE, base_url=PUBLIC)
        assert answer.status_code == 303, answer.text
        return self.get(answer.headers["Location"])

    def get(self, path: str, **more: Any) -> TestResponse:
        """A page; its forms are those that are sent from then on."""
        answer = self.client.get(path, base_url=PUBLIC, **more)
        self._remember(answer)
        return answer

    def post(self, button: str, text: str = "", **fields: str) -> TestResponse:
        """Press a button of the page."""
        form = {"form": self.form, "step": self.step, "nonce": self.nonce, "text": text, **fields}
        answer = self.client.post(f"{self.page}/{button}", data=form, headers=SITE, base_url=PUBLIC)
        self._remember(answer)
        return answer

    def write(self, act: str, **fields: str) -> TestResponse:
        """Send a form of the page of all games, and what is shown once it was."""
        form = {"form": self.form, "nonce": self.nonce, "act": act, **fields}
        answer = self.client.post("/own/write", data=form, headers=SITE, base_url=PUBLIC)
        self._remember(answer)
        return answer

    def ask(self, what: str, text: str = "", **more: Any) -> Any:
        """What a script of the page is answered."""
        answer = self.client.post(
            f"{self.page}/{what}",
            json={"text": text, "step": int(self.step), **more},
            headers={**SITE, "X-Pbem-Form": self.form, "Accept": "application/json"},
            base_url=PUBLIC,
        )
        assert answer.status_code == 200, answer.text
        return answer.json

    def make_known(self, player: str) -> None:
        """Have a code mailed, and type it in."""
        self.post("code")
        self.server.work()
        self.post("send", code=code_in(self.server.latest(player)))

    def _remember(self, answer: TestResponse) -> None:
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', answer.text))
        if "nonce" in fields:
            self.form, self.nonce = fields["form"], fields["nonce"]
        if "step" in fields:
            self.step = fields["step"]
            self.page = unescape(re.search(r'id="own" data-page="([^"]+)"', answer.text)[1])  # type: ignore[index]


def code_in(mail: Message) -> str:
    """The code in the mail that brings one."""
    return re.search(r"^\s*(\d{6}) is the code", text_of(mail), re.M)[1]  # type: ignore[index]
