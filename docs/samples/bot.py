"""A bot with a menu, with nothing but Python's standard library.

    export SERVICE='https://chat.example/webhooks/bot-4f1c/Rq3v…'   # service address, from the bot's page
    export SIGNING_KEY='…'                                          # signing key, from the bot's page
    python3 bot.py                                                  # events come to http://127.0.0.1:3001/events
"""

import hashlib
import hmac
import json
import os
import re
import time
import urllib.error
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SERVICE = os.environ["SERVICE"]
SIGNING_KEY = os.environ["SIGNING_KEY"]
PORT = int(os.environ.get("PORT", "3001"))


def say(text):
    return {"event": "BOT_MESSAGE", "message": {"type": "TEXT", "text": text}}


MENU = {
    "event": "BOT_MESSAGE",
    "message": {
        "type": "BUTTONS",
        "title": "What can I do for you?",
        # For channels without buttons, where the customer types the number.
        "text": "What can I do for you?\n1. Opening hours\n2. Talk to a person\n3. That was all",
        "buttons": [
            {"id": "1", "text": "Opening hours"},
            {"id": "2", "text": "Talk to a person"},
            {"id": "3", "text": "That was all"},
        ],
    },
}
HOURS = {
    "event": "BOT_MESSAGE",
    "message": {
        "type": "MARKDOWN",
        "content": "**Opening hours**\n\n- Monday to Friday: 9:00 to 18:00\n- [Holidays](https://shop.example/holidays)",
        "text": "Opening hours\nMonday to Friday: 9:00 to 18:00\nHolidays: https://shop.example/holidays",
    },
}


def answers(event):
    """The events that the bot sends back, in order."""
    if event["event"] == "AGENT_UNAVAILABLE":
        return [say("Nobody is here now. Leave your email address, and we will write.")]
    if event["event"] != "CLIENT_MESSAGE":
        return []
    text = event["message"]["text"].strip()
    email = re.search(r"[^\s@]+@[^\s@]+\.[^\s@]+", text)
    if email:
        return [{"event": "CLIENT_INFO", "client": {"email": email[0]}}, say("Thank you, we will write to you.")]
    choice = event["message"].get("button_id", text)
    if choice == "1":
        return [HOURS]
    if choice == "2":
        return [say("A colleague is coming."), {"event": "INVITE_AGENT"}]
    if choice == "3":
        return [say("Thank you for writing!"), {"event": "INIT_RATE"}]
    return [MENU]


def send(chat_id, client_id, answer):
    """False if the bot no longer has the chat, because an operator has taken it, for example."""
    body = {"id": str(uuid.uuid4()), "chat_id": chat_id, "client_id": client_id, **answer}
    request = urllib.request.Request(SERVICE, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        urllib.request.urlopen(request, timeout=10).close()
        return True
    except urllib.error.HTTPError as error:
        print(f"{answer['event']}: {error.code} {error.read().decode()}", flush=True)
        return error.code != 403


def is_from_counterbell(timestamp, signature, body):
    if not timestamp or not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = timestamp.encode() + b"." + body
    expected = "v1=" + hmac.new(SIGNING_KEY.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (signature or "").encode())


handled = set()  # ids of events; a real bot forgets the oldest


def handle(event):
    if event["id"] in handled:
        return  # the answer to an earlier attempt was lost
    handled.add(event["id"])
    if event["event"] == "CLIENT_RATED":
        print(f"Rated {event['rate']}: {event.get('comment', '')}", flush=True)
    for answer in answers(event):
        if not send(event["chat_id"], event["client_id"], answer):
            return


class Events(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        stamp, signature = self.headers.get("X-Counterbell-Timestamp"), self.headers.get("X-Counterbell-Signature")
        if not is_from_counterbell(stamp, signature, body):
            return self.answer(401, {"error": {"code": "invalid_client", "message": "This is not from our Counterbell"}})
        self.answer(200, {"result": "ok"})  # first of all: there are 3 seconds
        handle(json.loads(body))

    def answer(self, code, content):
        text = json.dumps(content).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", PORT), Events).serve_forever()
