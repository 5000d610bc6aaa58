"""A chat client, with nothing but Python's standard library.

    export CHAT='https://chat.example/k3yV…/shop-1'    # message address, from the channel's page
    export SIGNING_KEY='…'                             # signing key, from the channel's page
    python3 chat.py receive                            # replies come to http://127.0.0.1:3000/replies
    python3 chat.py status
    python3 chat.py say customer-42 'Is it in stock?'
    python3 chat.py photo customer-42 https://cdn.example/lamp.jpg 'It arrived like this'
    python3 chat.py typing customer-42
"""

import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CHAT = os.environ["CHAT"]
SIGNING_KEY = os.environ["SIGNING_KEY"]
PORT = int(os.environ.get("PORT", "3000"))


def status():
    """1 while somebody is there: show your chat window then."""
    with urllib.request.urlopen(CHAT + "/status", timeout=10) as answer:
        return json.load(answer)


def send(customer_id, message):
    """One customer's messages appear in the order in which they were accepted, so wait for each answer."""
    message = {"id": str(uuid.uuid4()), **message}
    body = json.dumps({"sender": {"id": customer_id, "name": "Anna"}, "message": message}).encode()
    request = urllib.request.Request(CHAT, body, {"Content-Type": "application/json"})
    for seconds in (1, 5, 25, None):
        try:
            return urllib.request.urlopen(request, timeout=30).close()
        except urllib.error.HTTPError as error:
            if seconds is None or error.code not in (429, 503):
                sys.exit(f"{error.code} {error.read().decode()}")
            seconds = int(error.headers.get("Retry-After", seconds))
        except OSError:
            # Whether it arrived is unknown: the same message with the same id is shown once.
            if seconds is None:
                raise
        time.sleep(seconds)


def is_from_counterbell(timestamp, signature, body):
    if not timestamp or not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = timestamp.encode() + b"." + body
    expected = "v1=" + hmac.new(SIGNING_KEY.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (signature or "").encode())


shown = set()  # ids of replies; a real app keeps them in its database


def show(reply):
    operator, customer, message = reply["sender"]["name"], reply["recipient"]["id"], reply["message"]
    kind = message["type"]
    if kind in ("typein", "typeout"):
        print(f"{operator} {'is typing' if kind == 'typein' else 'stopped typing'}", flush=True)
        return
    if message["id"] in shown:
        return  # the answer to an earlier attempt was lost
    shown.add(message["id"])
    if kind == "location":
        words = f"[location] {message['latitude']}, {message['longitude']}"
    elif kind == "text":
        words = message["text"]
    else:
        words = f"[{kind}] {message['file']} {message.get('text', '')}".rstrip()
    print(f"{operator} to {customer}: {words}", flush=True)


class Replies(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        stamp, signature = self.headers.get("X-Counterbell-Timestamp"), self.headers.get("X-Counterbell-Signature")
        if not is_from_counterbell(stamp, signature, body):
            return self.answer(401, {"error": {"code": "bad_signature", "message": "This is not from our Counterbell"}})
        show(json.loads(body))
        self.answer(200, {"result": "ok"})

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
    command, *words = sys.argv[1:]
    if command == "receive":
        ThreadingHTTPServer(("127.0.0.1", PORT), Replies).serve_forever()
    elif command == "status":
        print(status())
    elif command == "say":
        send(words[0], {"type": "text", "text": words[1]})
    elif command == "photo":
        # Send file_name and file_size where you know them.
        send(words[0], {"type": "photo", "file": words[1], "file_name": words[1].split("/")[-1], "text": words[2]})
    elif command == "typing":
        send(words[0], {"type": "typein"})  # again every few seconds while they type
