<?php

/** The signing key, the headers X-Counterbell-Timestamp and X-Counterbell-Signature, the bytes of the body. */
function isFromCounterbell(string $key, ?string $timestamp, ?string $signature, string $body): bool
{
    if (!ctype_digit((string) $timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'v1=' . hash_hmac('sha256', "$timestamp.$body", $key);
    return hash_equals($expected, (string) $signature);
}
