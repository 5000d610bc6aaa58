<?php

/*
 * A chat client in PHP 8, without packages.
 *
 *     export CHAT='https://chat.example/k3yV…/shop-1'    # message address, from the channel's page
 *     export SIGNING_KEY='…'                             # signing key, from the channel's page
 *     php -S 127.0.0.1:3000 chat.php                     # replies come to http://127.0.0.1:3000/replies
 *     php chat.php status
 *     php chat.php say customer-42 'Is it in stock?'
 *     php chat.php photo customer-42 https://cdn.example/lamp.jpg 'It arrived like this'
 *     php chat.php typing customer-42
 */

define('CHAT', getenv('CHAT'));
define('SIGNING_KEY', getenv('SIGNING_KEY'));

/** 1 while somebody is there: show your chat window then. */
function status(): int
{
    return json_decode(file_get_contents(CHAT . '/status'));
}

/** One customer's messages appear in the order in which they were accepted, so wait for each answer. */
function send(string $customerId, array $message): void
{
    $message += ['id' => bin2hex(random_bytes(16))];
    $body = json_encode(['sender' => ['id' => $customerId, 'name' => 'Anna'], 'message' => $message]);
    $http = ['method' => 'POST', 'header' => 'Content-Type: application/json', 'content' => $body,
             'timeout' => 30, 'ignore_errors' => true];
    foreach ([1, 5, 25, null] as $seconds) {
        // Whether it arrived may be unknown: the same message with the same id is shown once.
        $answer = @fopen(CHAT, 'r', false, stream_context_create(['http' => $http]));
        $headers = $answer ? stream_get_meta_data($answer)['wrapper_data'] : [];
        $status = (int) substr($headers[0] ?? '', 9, 3);
        if ($status === 200) {
            return;
        }
        if ($seconds === null || !in_array($status, [0, 429, 503], true)) {
            throw new Exception("$status " . ($answer ? stream_get_contents($answer) : ''));
        }
        foreach ($headers as $line) {
            $seconds = preg_match('/^Retry-After: (\d+)/i', $line, $found) ? (int) $found[1] : $seconds;
        }
        sleep($seconds);
    }
}

function isFromCounterbell(?string $timestamp, ?string $signature, string $body): bool
{
    if (!ctype_digit((string) $timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'v1=' . hash_hmac('sha256', "$timestamp.$body", SIGNING_KEY);
    return hash_equals($expected, (string) $signature);
}

/** Remembers an id in a file of its own; a real app keeps them in its database. */
function isNew(string $id): bool
{
    $folder = sys_get_temp_dir() . '/counterbell-' . md5(CHAT);
    @mkdir($folder);
    return @fopen($folder . '/' . md5($id), 'x') !== false;
}

function show(array $reply): void
{
    ['sender' => ['name' => $operator], 'recipient' => ['id' => $customer], 'message' => $message] = $reply;
    $text = $message['text'] ?? '';
    $line = match ($message['type']) {
        'typein' => "$operator is typing",
        'typeout' => "$operator stopped typing",
        'text' => "$operator to $customer: $text",
        'location' => "$operator to $customer: [location] {$message['latitude']}, {$message['longitude']}",
        default => rtrim("$operator to $customer: [{$message['type']}] {$message['file']} $text"),
    };
    // An id comes again if the answer to an earlier attempt was lost; typing has none.
    if (!isset($message['id']) || isNew($message['id'])) {
        file_put_contents('php://stdout', "$line\n");
    }
}

function receive(): void
{
    $body = file_get_contents('php://input');
    header('Content-Type: application/json');
    $timestamp = $_SERVER['HTTP_X_COUNTERBELL_TIMESTAMP'] ?? null;
    if (!isFromCounterbell($timestamp, $_SERVER['HTTP_X_COUNTERBELL_SIGNATURE'] ?? null, $body)) {
        http_response_code(401);
        echo json_encode(['error' => ['code' => 'bad_signature', 'message' => 'This is not from our Counterbell']]);
        return;
    }
    show(json_decode($body, true, flags: JSON_BIGINT_AS_STRING));
    echo '{"result":"ok"}';
}

if (PHP_SAPI !== 'cli') {
    receive();
    return;
}
[, $command, $customerId, $words, $caption] = $argv + ['', '', '', '', ''];
match ($command) {
    'status' => print status() . "\n",
    'say' => send($customerId, ['type' => 'text', 'text' => $words]),
    // Send file_name and file_size where you know them.
    'photo' => send($customerId, ['type' => 'photo', 'file' => $words, 'file_name' => basename($words), 'text' => $caption]),
    // Again every few seconds while they type.
    'typing' => send($customerId, ['type' => 'typein']),
};
