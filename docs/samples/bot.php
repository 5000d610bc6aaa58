<?php

/*
 * A bot with a menu in PHP 8, without packages.
 *
 *     export SERVICE='https://chat.example/webhooks/bot-4f1c/Rq3v…'   # service address, from the bot's page
 *     export SIGNING_KEY='…'                                          # signing key, from the bot's page
 *     php -S 127.0.0.1:3001 bot.php                                   # events come to http://127.0.0.1:3001/events
 */

define('SERVICE', getenv('SERVICE'));
define('SIGNING_KEY', getenv('SIGNING_KEY'));

function say(string $text): array
{
    return ['event' => 'BOT_MESSAGE', 'message' => ['type' => 'TEXT', 'text' => $text]];
}

const MENU = ['event' => 'BOT_MESSAGE', 'message' => [
    'type' => 'BUTTONS',
    'title' => 'What can I do for you?',
    // For channels without buttons, where the customer types the number.
    'text' => "What can I do for you?\n1. Opening hours\n2. Talk to a person\n3. That was all",
    'buttons' => [
        ['id' => '1', 'text' => 'Opening hours'],
        ['id' => '2', 'text' => 'Talk to a person'],
        ['id' => '3', 'text' => 'That was all'],
    ],
]];
const HOURS = ['event' => 'BOT_MESSAGE', 'message' => [
    'type' => 'MARKDOWN',
    'content' => "**Opening hours**\n\n- Monday to Friday: 9:00 to 18:00\n- [Holidays](https://shop.example/holidays)",
    'text' => "Opening hours\nMonday to Friday: 9:00 to 18:00\nHolidays: https://shop.example/holidays",
]];

/** The events that the bot sends back, in order. */
function answers(array $event): array
{
    if ($event['event'] === 'AGENT_UNAVAILABLE') {
        return [say('Nobody is here now. Leave your email address, and we will write.')];
    }
    if ($event['event'] !== 'CLIENT_MESSAGE') {
        return [];
    }
    $text = trim($event['message']['text']);
    if (preg_match('/[^\s@]+@[^\s@]+\.[^\s@]+/u', $text, $email)) {
        return [['event' => 'CLIENT_INFO', 'client' => ['email' => $email[0]]], say('Thank you, we will write to you.')];
    }
    return match ($event['message']['button_id'] ?? $text) {
        '1' => [HOURS],
        '2' => [say('A colleague is coming.'), ['event' => 'INVITE_AGENT']],
        '3' => [say('Thank you for writing!'), ['event' => 'INIT_RATE']],
        default => [MENU],
    };
}

/** False if the bot no longer has the chat, because an operator has taken it, for example. */
function send(array $event, array $answer): bool
{
    $to = ['id' => bin2hex(random_bytes(16)), 'chat_id' => $event['chat_id'], 'client_id' => $event['client_id']];
    $http = ['method' => 'POST', 'header' => 'Content-Type: application/json', 'content' => json_encode($to + $answer),
             'timeout' => 10, 'ignore_errors' => true];
    $answered = @fopen(SERVICE, 'r', false, stream_context_create(['http' => $http]));
    $status = $answered ? (int) substr(stream_get_meta_data($answered)['wrapper_data'][0], 9, 3) : 0;
    if ($status !== 200) {
        error_log("{$answer['event']}: $status " . ($answered ? stream_get_contents($answered) : ''));
    }
    return $status !== 403;
}

function isFromCounterbell(?string $timestamp, ?string $signature, string $body): bool
{
    if (!ctype_digit((string) $timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'v1=' . hash_hmac('sha256', "$timestamp.$body", SIGNING_KEY);
    return hash_equals($expected, (string) $signature);
}

/** Remembers an id in a file of its own; a real bot keeps them in its database. */
function isNew(string $id): bool
{
    $folder = sys_get_temp_dir() . '/counterbell-' . md5(SERVICE);
    @mkdir($folder);
    return @fopen($folder . '/' . md5($id), 'x') !== false;
}

/** Answers the request; what follows is the bot's own time. */
function answer(int $status, string $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    header('Content-Length: ' . strlen($body));
    echo $body;
    flush();
}

$body = file_get_contents('php://input');
$timestamp = $_SERVER['HTTP_X_COUNTERBELL_TIMESTAMP'] ?? null;
if (!isFromCounterbell($timestamp, $_SERVER['HTTP_X_COUNTERBELL_SIGNATURE'] ?? null, $body)) {
    answer(401, '{"error":{"code":"invalid_client","message":"This is not from our Counterbell"}}');
    return;
}
answer(200, '{"result":"ok"}'); // first of all: there are 3 seconds
$event = json_decode($body, true);
// An event comes again if the answer to an earlier attempt was lost.
if (isNew($event['id'])) {
    if ($event['event'] === 'CLIENT_RATED') {
        file_put_contents('php://stdout', "Rated {$event['rate']}: " . ($event['comment'] ?? '') . "\n");
    }
    foreach (answers($event) as $answer) {
        if (!send($event, $answer)) {
            break;
        }
    }
}
