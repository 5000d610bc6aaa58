import hashlib
import hmac
import time


def is_from_counterbell(key, timestamp, signature, body):
    """The signing key, the headers X-Counterbell-Timestamp and X-Counterbell-Signature, the bytes of the body."""
    if not timestamp or not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = timestamp.encode() + b"." + body
    expected = "v1=" + hmac.new(key.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (signature or "").encode())
