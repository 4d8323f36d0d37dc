"""POST /inbound/ses: messages of SNS signed with a certificate of our own, mail within them, what a faker may try."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from door import Door, letter
from flask import Blueprint
from werkzeug.test import TestResponse

from pbem.addresses.signed import bounce_address
from pbem.inbound import mime
from pbem.web.webhooks.ses import SIGNED, CannotFetch, Certificates, Ses, is_amazons

TOPIC = "arn:aws:sns:eu-west-1:123456789012:mail-in"
URL = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"
KEY = generate_private_key(65537, 2048)


def certificate(days: int = 1) -> bytes:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sns.amazonaws.com")])
    moment = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(KEY.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(days=2))
        .not_valid_after(moment + timedelta(days=days))
        .sign(KEY, SHA256())
    )
    return made.public_bytes(Encoding.PEM)


class Amazon:
    """What stands at Amazon's URLs, and which of them were asked for."""

    def __init__(self) -> None:
        self.pages: dict[str, bytes] = {URL: certificate()}
        self.asked: list[str] = []

    def __call__(self, url: str) -> bytes:
        self.asked.append(url)
        if url not in self.pages:
            raise CannotFetch("404")
        return self.pages[url]


@pytest.fixture
def amazon() -> Amazon:
    return Amazon()


@pytest.fixture
def door(tmp_path: Path, amazon: Amazon) -> Door:
    made = Door(tmp_path, ses_topics=["arn:aws:sns:eu-west-1:123456789012:other", TOPIC])
    # In the place of the one that would ask the net.
    own = Blueprint("amazon", __name__)
    own.add_url_rule("/amazon", view_func=Ses(amazon).take, methods=["POST"])
    made.app.register_blueprint(own)
    return made


def posted(message: object, version: str = "2", **changed: str) -> dict[str, str]:
    """A message as SNS posts it, signed."""
    told = {
        "Type": "Notification",
        "MessageId": "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
        "TopicArn": TOPIC,
        "Message": message if isinstance(message, str) else json.dumps(message),
        "Timestamp": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
        "SignatureVersion": version,
        "SigningCertURL": URL,
        **changed,
    }
    text = "".join(f"{name}\n{told[name]}\n" for name in SIGNED[told["Type"]] if name in told)
    hashed = SHA256() if version == "2" else SHA1()
    return {**told, "Signature": b64encode(KEY.sign(text.encode(), PKCS1v15(), hashed)).decode()}


def post(door: Door, told: dict[str, str], topic: str | None = None) -> TestResponse:
    headers = {
        "x-amz-sns-message-type": told.get("Type", ""),
        "x-amz-sns-topic-arn": told.get("TopicArn", "") if topic is None else topic,
    }
    # SNS says that its JSON is text.
    return door.client.post("/amazon", data=json.dumps(told), content_type="text/plain; charset=UTF-8", headers=headers)


def received(raw: bytes, dmarc: str = "PASS", dkim: str = "GRAY", spf: str = "GRAY") -> dict[str, object]:
    """As in the documentation of SES, with the message in base64."""
    verdicts = {
        f"{name}Verdict": {"status": status} for name, status in (("dmarc", dmarc), ("dkim", dkim), ("spf", spf))
    }
    return {
        "notificationType": "Received",
        "receipt": {
            "timestamp": "2015-09-11T20:32:33.936Z",
            "recipients": ["pbem@play.example"],
            **verdicts,
            "action": {"type": "SNS", "topicArn": TOPIC, "encoding": "BASE64"},
        },
        "mail": {"source": "jean@players.example", "messageId": "d6iitobk75ur44p8kdnnp7g2n800"},
        "content": b64encode(raw).decode(),
    }


@pytest.mark.parametrize("version", ["1", "2"])
def test_a_whole_message_is_stored(door: Door, version: str) -> None:
    raw = letter("Gr\xfc\xdfe\n")
    assert post(door, posted(received(raw), version)).status_code == 200
    [row] = door.inbox()
    assert (row.raw, row.sender, row.recipient) == (raw, "jean@players.example", "pbem@play.example")
    assert (row.verdict, row.verdict_reason, row.judge) == ("pass", "dmarc=pass", "ses")


def test_the_certificate_is_fetched_once(door: Door, amazon: Amazon) -> None:
    for number in range(3):
        assert post(door, posted(received(letter(f"bid {number}")))).status_code == 200
    assert amazon.asked == [URL]
    assert len(door.inbox()) == 3


def test_a_message_that_comes_again_is_stored_once(door: Door) -> None:
    told = posted(received(letter()))
    assert [post(door, told).status_code for _ in range(2)] == [200, 200]
    assert len(door.inbox()) == 1


FAKES: dict[str, Callable[[dict[str, str]], dict[str, str]]] = {
    "changed": lambda told: {**told, "Message": told["Message"].replace("jean", "paul")},
    "another version": lambda told: {**told, "SignatureVersion": "1"},
    "no version": lambda told: {**told, "SignatureVersion": "3"},
    "no signature": lambda told: {**told, "Signature": "!"},
    "another kind": lambda told: {**told, "Type": "Gossip"},
    "another topic": lambda told: posted(received(letter()), TopicArn="arn:aws:sns:eu-west-1:666:evil"),
    "old": lambda told: posted(received(letter()), Timestamp="2015-09-11T20:32:33.936Z"),
    "another host": lambda told: posted(
        received(letter()), SigningCertURL=URL.replace("amazonaws.com", "evil.example")
    ),
    "a like host": lambda told: posted(received(letter()), SigningCertURL=URL.replace("sns.", "sns.evil.example/sns.")),
    "with a name": lambda told: posted(received(letter()), SigningCertURL=URL.replace("sns.", "x@sns.")),
    "in the clear": lambda told: posted(received(letter()), SigningCertURL=URL.replace("https", "http")),
    "another page": lambda told: posted(received(letter()), SigningCertURL=URL.replace("SimpleNotif", "x/SimpleNotif")),
    "nothing there": lambda told: posted(received(letter()), SigningCertURL=URL.replace("0123", "3210")),
}


@pytest.mark.parametrize("fake", FAKES)
def test_a_fake_is_refused_and_leads_us_nowhere(door: Door, amazon: Amazon, fake: str) -> None:
    told = FAKES[fake](posted(received(letter())))
    assert post(door, told).status_code == 401
    assert door.inbox() == []
    assert all(is_amazons(url) for url in amazon.asked)


def test_a_stranger_s_topic_is_refused_before_the_body_is_read(door: Door, amazon: Amazon) -> None:
    assert post(door, {"Type": "Notification"}, topic="arn:aws:sns:eu-west-1:666:evil").status_code == 401
    assert amazon.asked == []


def test_a_certificate_that_has_run_out_proves_nothing(door: Door, amazon: Amazon) -> None:
    amazon.pages[URL] = certificate(days=-1)
    assert post(door, posted(received(letter()))).status_code == 401


def test_pages_that_are_not_there_are_not_asked_for_again_and_again() -> None:
    amazon = Amazon()
    known = Certificates(amazon)
    for number in range(40):
        assert known.key_at(URL.replace("0123456789abcdef", f"{number:016x}")) is None
        assert known.key_at(URL.replace("0123456789abcdef", f"{number:016x}")) is None
    assert len(amazon.asked) == 40
    assert known.key_at(URL) is not None


def test_a_topic_of_ours_is_subscribed_to_and_no_other_page_is_asked_for(door: Door, amazon: Amazon) -> None:
    page = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336"
    amazon.pages[page] = b"<ok/>"
    kind = {"Type": "SubscriptionConfirmation", "Token": "2336"}
    assert post(door, posted("You have chosen to subscribe", SubscribeURL=page, **kind)).status_code == 200
    assert amazon.asked == [URL, page]
    elsewhere = posted("x", SubscribeURL="https://evil.example/", **kind)
    assert post(door, elsewhere).status_code == 400
    away = posted("x", SubscribeURL=page.replace("2336", "9"), **kind)
    assert post(door, away).status_code == 503


@pytest.mark.parametrize(
    ("verdicts", "outcome"),
    [
        ({"dmarc": "PASS"}, "pass"),
        ({"dmarc": "FAIL", "dkim": "PASS"}, "fail"),
        ({"dmarc": "GRAY", "dkim": "PASS"}, "none"),
        ({"dmarc": "GRAY", "spf": "PASS"}, "pass"),
        ({"dmarc": "PROCESSING_FAILED"}, "none"),
    ],
)
def test_the_verdict_is_amazon_s(door: Door, verdicts: dict[str, str], outcome: str) -> None:
    assert post(door, posted(received(letter(), **verdicts))).status_code == 200
    assert [row.verdict for row in door.inbox()] == [outcome]


def test_what_became_of_a_mail_of_ours_is_stored_as_a_report_on_it(door: Door) -> None:
    mail = {"timestamp": "x", "source": bounce_address(door.settings, 7), "destination": ["jean@players.example"]}
    bounced = [{"emailAddress": "jean@players.example", "status": "5.1.1", "diagnosticCode": "smtp; 550 5.1.1 user"}]
    news = [
        {
            "notificationType": "Bounce",
            "bounce": {"bounceType": "Permanent", "bouncedRecipients": bounced},
            "mail": mail,
        },
        {"eventType": "Bounce", "bounce": {"bounceType": "Transient", "bouncedRecipients": bounced}, "mail": mail},
        {"notificationType": "Complaint", "complaint": {"complainedRecipients": bounced}, "mail": mail},
        {"notificationType": "Delivery", "delivery": {}, "mail": mail},
    ]
    assert [post(door, posted(each)).status_code for each in news] == [200] * 4
    failed, late, spam = door.inbox()
    assert failed.recipient == bounce_address(door.settings, 7)
    reports = [mime.read(row.raw).bounce for row in (failed, late)]
    assert [report.permanent if report else None for report in reports] == [("jean@players.example",), ()]
    assert b"Feedback-Type: abuse" in spam.raw


def test_a_notification_without_the_message_says_how_it_is_set_up(door: Door) -> None:
    told = received(letter())
    del told["content"]
    answer = post(door, posted(told))
    assert answer.status_code == 415
    assert "Base64" in answer.get_json()["error"]
