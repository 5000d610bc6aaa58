<?php
/**
 * Counterbell's letterbox: keeps what customers write on this website until the app of the shop fetches it, and what
 * the app answers until their browsers do. `docs/letterbox.md` says what is exchanged. PHP 7.4 and later.
 */
declare(strict_types=1);

namespace Counterbell;

const PROTOCOL = 1;
/** Seconds after its last exchange in which the app counts as there. */
const APP_IS_THERE = 75;
/** Seconds by which the clocks of the app and of this server may differ. */
const CLOCKS_DIFFER = 86400;
/** Seconds for which answers wait for a visitor. */
const KEPT_FOR = 30 * 86400;
/** Bytes: of a request, of a customer message over the chat channel interface, of an answer to the app. */
const REQUEST = 1024 * 1024;
const CUSTOMER_POST = 256 * 1024;
const ANSWER = 2 * 1024 * 1024;
/** Bytes that wait for the app. Those who have never been answered share half of them. */
const WAITING = 64 * 1024 * 1024;
/** Requests that one address may make in a minute. */
const RATE = 120;
/** Requests that wait for the app at a time, and seconds for which each does. */
const HANDED = 2;
const HANDED_FOR = 10;

/** The code that a program reads, by the status of a refusal. */
const CODES = [
    400 => 'invalid_request', 403 => 'forbidden', 404 => 'not_found', 405 => 'method_not_allowed', 413 => 'payload_too_large',
    415 => 'unsupported_media_type', 429 => 'too_many_requests', 503 => 'storage_unavailable',
];

/** Its code is the status, its message for a person. */
final class Refusal extends \Exception {
    /** @var array<string, string> */
    public array $headers;

    public function __construct(int $status, string $words, array $headers = []) {
        parent::__construct($words, $status);
        $this->headers = $headers;
    }
}

/** What is kept: values under keys of `a-z0-9/-`, in the order of the keys. */
interface Drawer {
    /** Runs alone; what it has put is on the disk when this returns, all of it or nothing. */
    public function work(callable $run);

    public function get(string $key): ?string;

    public function put(string $key, string $value): void;

    public function drop(string ...$keys): void;

    /** @return string[] the keys that begin with `$prefix` and come after `$key` */
    public function keys(string $prefix, string $key, int $most): array;

    /** `sqlite`, `files`, or `unsynced`: a power cut may lose what was put last */
    public function kind(): string;
}

final class SqliteDrawer implements Drawer {
    private \PDO $db;

    public function __construct(string $file) {
        $this->db = new \PDO('sqlite:' . $file);
        $this->db->setAttribute(\PDO::ATTR_ERRMODE, \PDO::ERRMODE_EXCEPTION);
        $this->db->exec('PRAGMA busy_timeout = 5000');
        $this->db->exec('PRAGMA synchronous = FULL');
        $this->db->exec('CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
    }

    public function work(callable $run) {
        $this->db->exec('BEGIN IMMEDIATE');
        try {
            $result = $run();
            $this->db->exec('COMMIT');
            return $result;
        } catch (\Throwable $error) {
            $this->db->exec('ROLLBACK');
            throw $error;
        }
    }

    public function get(string $key): ?string {
        $value = $this->run('SELECT value FROM kept WHERE name = ?', [$key])->fetchColumn();
        return $value === false ? null : (string) $value;
    }

    public function put(string $key, string $value): void {
        $this->run('INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)', [$key, $value]);
    }

    public function drop(string ...$keys): void {
        foreach ($keys as $key) {
            $this->run('DELETE FROM kept WHERE name = ?', [$key]);
        }
    }

    public function keys(string $prefix, string $key, int $most): array {
        // '0' comes after '/': whatever begins with `a/` lies between `a/` and `a0`.
        $end = substr($prefix, 0, -1) . '0';
        $sql = 'SELECT name FROM kept WHERE name >= ? AND name > ? AND name < ? ORDER BY name LIMIT ' . $most;
        return $this->run($sql, [$prefix, $key, $end])->fetchAll(\PDO::FETCH_COLUMN);
    }

    public function kind(): string {
        return 'sqlite';
    }

    private function run(string $sql, array $values): \PDOStatement {
        $statement = $this->db->prepare($sql);
        $statement->execute($values);
        return $statement;
    }
}

/** Files that a web server would run, not send: for where only folders of the website can be written. */
final class FileDrawer implements Drawer {
    private const HEAD = '<?php exit; ?>';
    private string $folder;
    /** @var array<string, string|null> put when all of it is known: a failure leaves nothing behind */
    private array $pending = [];

    public function __construct(string $folder) {
        $this->folder = $folder;
    }

    public function work(callable $run) {
        $lock = fopen($this->folder . '/lock.php', 'c');
        if ($lock === false || !flock($lock, LOCK_EX)) {
            throw new \RuntimeException('the folder of the letterbox cannot be locked');
        }
        try {
            $this->finish();
            $this->pending = [];
            $result = $run();
            $this->commit();
            return $result;
        } finally {
            $this->pending = [];
            flock($lock, LOCK_UN);
            fclose($lock);
        }
    }

    public function get(string $key): ?string {
        if (array_key_exists($key, $this->pending)) {
            return $this->pending[$key];
        }
        $file = $this->file($key);
        $text = is_file($file) ? file_get_contents($file) : false;
        return $text === false ? null : substr($text, strlen(self::HEAD));
    }

    public function put(string $key, string $value): void {
        $this->pending[$key] = $value;
    }

    public function drop(string ...$keys): void {
        foreach ($keys as $key) {
            $this->pending[$key] = null;
        }
    }

    public function keys(string $prefix, string $key, int $most): array {
        $found = $this->pending;
        foreach (scandir($this->folder) ?: [] as $file) {
            if (strpos($file, '~') !== false && substr($file, -8) !== '.new.php') {
                $found += [str_replace('~', '/', substr($file, 0, -4)) => ''];
            }
        }
        $names = array_filter(array_keys($found), function ($name) use ($found, $prefix, $key) {
            return $found[$name] !== null && strpos($name, $prefix) === 0 && strcmp($name, $key) > 0;
        });
        sort($names, SORT_STRING);
        return array_slice($names, 0, $most);
    }

    public function kind(): string {
        return function_exists('fsync') ? 'files' : 'unsynced';
    }

    /** All that was put goes into one file first: a cut leaves either that, to be finished, or nothing. */
    private function commit(): void {
        if ($this->pending === []) {
            return;
        }
        $this->write($this->folder . '/commit.php', serialize($this->pending));
        $this->finish();
    }

    private function finish(): void {
        $file = $this->folder . '/commit.php';
        if (!is_file($file)) {
            return;
        }
        $text = substr((string) file_get_contents($file), strlen(self::HEAD));
        foreach (unserialize($text, ['allowed_classes' => false]) ?: [] as $key => $value) {
            $target = $this->file((string) $key);
            if ($value !== null) {
                $this->write($target, $value);
            } elseif (is_file($target)) {
                unlink($target);
            }
        }
        unlink($file);
    }

    private function write(string $file, string $value): void {
        $other = $file . '.new.php';
        $stream = fopen($other, 'w');
        $text = self::HEAD . $value;
        $isWritten = $stream !== false && fwrite($stream, $text) === strlen($text) && fflush($stream);
        $isSynced = $isWritten && (!function_exists('fsync') || fsync($stream));
        if (!$isSynced || !fclose($stream) || !rename($other, $file)) {
            throw new \RuntimeException('the letterbox cannot be written');
        }
    }

    private function file(string $key): string {
        return $this->folder . '/' . str_replace('/', '~', $key) . '.php';
    }
}

function toText(string $bytes): string {
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

function toBytes(string $text): string {
    $bytes = base64_decode(strtr($text, '-_', '+/'), true);
    if ($bytes === false) {
        throw new Refusal(400, 'This is not base64url.');
    }
    return $bytes;
}

function toJson($value): string {
    return json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
}

function fromJson(string $text): array {
    $value = json_decode($text, true, 64, JSON_BIGINT_AS_STRING);
    if (!is_array($value)) {
        throw new Refusal(400, 'This is not JSON.');
    }
    return $value;
}

/** A number as part of a key: keys are in the order of the numbers. */
function padded(int $number): string {
    return sprintf('%012d', $number);
}

/** The box of one key. */
final class Box {
    /** Tell web servers to send nothing of a folder. */
    private const CLOSED = [
        '.htaccess' => "Require all denied\n",
        'index.php' => '<?php exit;',
        'web.config' => '<configuration><system.webServer><authorization><deny users="*" /></authorization></system.webServer></configuration>',
    ];
    private string $key;
    private Drawer $drawer;
    /** the folder whose files are for everybody */
    private string $open;
    private string $folder;

    public function __construct(string $key, string $home) {
        $this->key = $key;
        $this->folder = $this->findFolder($home);
        $isApart = strpos($this->folder . '/', rtrim((string) realpath($this->documentRoot($home)), '/') . '/') !== 0;
        $this->drawer = $isApart && in_array('sqlite', class_exists('PDO') ? \PDO::getAvailableDrivers() : [], true)
            ? new SqliteDrawer($this->folder . '/box.db')
            : new FileDrawer($this->folder);
        $this->open = $home . '/c';
        @mkdir($this->open, 0755);
    }

    /** @return array{0: int, 1: array<string, string>, 2: string} status, headers and body of the answer */
    public function answer(string $method, string $to, string $body, array $about): array {
        [$path, $query] = array_pad(explode('?', $to, 2), 2, '');
        if ($path === '' || $path === '/') {
            return $this->json(['counterbell' => PROTOCOL]);
        }
        if ($method === 'POST' && $path === '/exchange') {
            return $this->exchange($body);
        }
        if ($method === 'POST' && $path === '/visit' && $this->drawer->get('meta/window') !== null) {
            return $this->json($this->visit($body, $about['address']));
        }
        if (preg_match('~^/(webhooks|rating|files)/~', $path) === 1) {
            return $this->handThrough($method, $path . ($query === '' ? '' : '?' . $query), $body, $about);
        }
        return $this->channel($method, $path, $body, $about);
    }

    /** An exchange with the app: it says what it has and gives what it has for visitors, and gets what came in. */
    private function exchange(string $body): array {
        $parts = explode('.', $body);
        [$version, $numeral, $payload, $mac] = array_pad($parts, 4, '');
        if (count($parts) !== 4 || !ctype_digit($numeral) || strlen($numeral) > 15) {
            throw new Refusal(400, 'This is no exchange.');
        }
        if (!hash_equals($this->sign('app', $numeral, $payload), $mac)) {
            throw new Refusal(403, 'This is not signed with the key of this letterbox.');
        }
        if ($version !== (string) PROTOCOL) {
            return $this->signed(426, $numeral, ['protocol' => PROTOCOL]);
        }
        $number = (int) $numeral;
        $asked = fromJson(toBytes($payload));
        $bumped = [];
        $result = $this->drawer->work(function () use ($number, $asked, &$bumped) {
            $last = (int) $this->drawer->get('meta/number');
            if ($number <= $last || abs($number / 1000 - time()) > CLOCKS_DIFFER) {
                return [409, ['last' => $last, 'now' => time()]];
            }
            $this->drawer->put('meta/number', (string) $number);
            $this->drawer->put('meta/beat', (string) (($asked['online'] ?? true) === false ? 0 : time()));
            // What another state of this box has given is not what is forgotten.
            $this->forget(($asked['of'] ?? 0) === $last ? (int) ($asked['ack'] ?? 0) : 0);
            // What a lost answer made the app say again has been done.
            $batch = (string) ($asked['batch'] ?? '');
            if ($batch !== '' && $batch !== $this->drawer->get('meta/batch')) {
                $this->drawer->put('meta/batch', $batch);
                $bumped = $this->takeFromApp($asked);
            }
            if (($asked['empty'] ?? false) === true) {
                $this->emptyAll();
            }
            $this->tidy();
            return [200, ['before' => $last] + $this->forApp()];
        });
        foreach ($bumped as $address => $next) {
            $this->show($address, (string) $next);
        }
        $window = $this->drawer->get('meta/window');
        if ($result[0] === 200 && $window !== null) {
            $until = ($asked['online'] ?? true) === false ? 0 : time() + APP_IS_THERE;
            $this->show('window', '{"until":' . $until . ',"window":' . $window . '}');
        }
        return $this->signed($result[0], $numeral, $result[1]);
    }

    /** Removes what the app has on its disk. */
    private function forget(int $upTo): void {
        foreach ($this->drawer->keys('in/', '', 1000) as $key) {
            if ((int) substr($key, 3) > $upTo) {
                return;
            }
            $this->forgetOne($key);
        }
    }

    private function forgetOne(string $key): void {
        $size = (int) $this->drawer->get('meta/size') - strlen((string) $this->drawer->get($key));
        $this->drawer->put('meta/size', (string) max(0, $size));
        $this->drawer->drop($key);
    }

    /** @return array<string, int> the counters of the visitors who get something */
    private function takeFromApp(array $asked): array {
        $bumped = [];
        foreach ($asked['out'] ?? [] as ['to' => $address, 'frames' => $frames]) {
            $visitor = $this->visitor($address);
            if ($visitor === null) {
                continue;
            }
            foreach ($frames as $frame) {
                $visitor['next'] += 1;
                $this->drawer->put('out/' . $address . '/' . padded($visitor['next']), (string) $frame);
            }
            $this->drawer->put('who/' . $address, toJson(['known' => true, 'seen' => time()] + $visitor));
            $bumped[$address] = $visitor['next'];
        }
        foreach ($asked['replies'] ?? [] as $reply) {
            if (preg_match('/^[0-9a-f]{32}$/', $reply['id']) === 1) {
                $this->drawer->put('re/' . $reply['id'] . '/' . padded((int) $reply['part']), toJson($reply + ['at' => time()]));
            }
        }
        // Said only when this website has another.
        if (isset($asked['window'])) {
            $this->drawer->put('meta/window', (string) $asked['window']);
        }
        $this->drawer->put('meta/channels', toJson($asked['channels'] ?? []));
        $this->drawer->put('meta/seal', (string) ($asked['seal'] ?? ''));
        return $bumped;
    }

    private function forApp(): array {
        $room = ANSWER;
        $items = [];
        $keys = $this->drawer->keys('in/', '', 200);
        foreach ($keys as $key) {
            $item = (string) $this->drawer->get($key);
            $room -= strlen($item);
            if ($room < 0 && $items !== []) {
                break;
            }
            $items[] = fromJson($item);
            if (end($items)['kind'] === 'request') {
                // Whoever waits for it is told if it got lost: nothing is done twice.
                $this->forgetOne($key);
            }
        }
        return [
            'now' => time(),
            'items' => $items,
            'more' => count($items) < count($keys) || count($keys) === 200,
            'counter' => $this->counter(),
            'window' => hash('sha256', (string) $this->drawer->get('meta/window')),
            'php' => PHP_VERSION,
            'store' => $this->drawer->kind(),
            'sealed' => $this->publicKey() !== '',
        ];
    }

    /** Now and then removes what nobody fetches any more. */
    private function tidy(): void {
        $day = (string) intdiv(time(), 86400);
        foreach ($this->drawer->keys('re/', '', 100) as $key) {
            if (fromJson((string) $this->drawer->get($key))['at'] < time() - 60) {
                $this->drawer->drop($key);
            }
        }
        if ($this->drawer->get('meta/tidied') === $day) {
            return;
        }
        $this->drawer->put('meta/tidied', $day);
        $this->drawer->drop(...$this->drawer->keys('rate/', '', 100000));
        foreach ($this->drawer->keys('who/', '', 100000) as $key) {
            if (fromJson((string) $this->drawer->get($key))['seen'] < time() - KEPT_FOR) {
                $address = substr($key, 4);
                $this->drawer->drop($key, ...$this->drawer->keys('out/' . $address . '/', '', 100000));
                @unlink($this->open . '/' . $address . '.txt');
            }
        }
    }

    /** The shop takes its letterbox down: nothing of anybody stays. */
    private function emptyAll(): void {
        foreach (['in/', 'out/', 're/', 'rate/', 'who/', 'meta/'] as $prefix) {
            $keys = $this->drawer->keys($prefix, '', 1000000);
            // What was said before must not be said again.
            $this->drawer->drop(...array_diff($keys, ['meta/number']));
        }
        foreach (glob($this->open . '/*.txt') ?: [] as $file) {
            @unlink($file);
        }
    }

    /** A visitor's window hands in frames, says what it has, and gets what is new. */
    private function visit(string $body, string $client): array {
        $asked = fromJson(toBytes($body));
        $isThere = $this->isAppThere();
        $frames = [];
        foreach (array_slice($asked['frames'] ?? [], 0, 50) as [$isLasting, $frame]) {
            // What matters only at the moment is of no use later.
            if ($isLasting === true || $isThere) {
                $frames[] = (string) $frame;
            }
        }
        return $this->drawer->work(function () use ($asked, $frames, $isThere, $client) {
            [$address, $visitor] = $this->identify($asked['box'] ?? null);
            // Whoever was answered before is not shut out by others behind the same address.
            $this->countRequest($visitor['known'] ? $address : $client, $visitor['known'] ? 1 : 10);
            $have = (int) ($asked['have'] ?? 0);
            $prefix = 'out/' . $address . '/';
            foreach ($this->drawer->keys($prefix, '', 1000) as $key) {
                if ((int) substr($key, strlen($prefix)) <= $have) {
                    $this->drawer->drop($key);
                }
            }
            if ($frames !== []) {
                $letter = ['hello' => (string) ($asked['hello'] ?? ''), 'wire' => (string) ($asked['wire'] ?? '')];
                $given = toJson($letter + ['frames' => $frames]);
                $this->keep(['kind' => 'frames', 'from' => $address], $given, $visitor['known']);
                $this->drawer->put('who/' . $address, toJson(['seen' => time()] + $visitor));
                if (!is_file($this->open . '/' . $address . '.txt')) {
                    $this->show($address, (string) $visitor['next']);
                }
            }
            $next = [];
            $keys = $this->drawer->keys($prefix, '', 51);
            foreach (array_slice($keys, 0, 50) as $key) {
                $next[] = [(int) substr($key, strlen($prefix)), (string) $this->drawer->get($key)];
            }
            return ['isThere' => $isThere, 'next' => $next, 'more' => count($keys) > 50];
        });
    }

    /** A request that only the app can answer: it waits for it, if the app is there. */
    private function handThrough(string $method, string $to, string $body, array $about): array {
        $busy = new Refusal(503, 'Counterbell is not reachable at the moment.', ['Retry-After' => '30']);
        if (!$this->isAppThere()) {
            throw $busy;
        }
        for ($slot = 0, $lock = null; $slot < HANDED && $lock === null; $slot += 1) {
            $file = fopen($this->folder . '/slot' . $slot . '.php', 'c');
            $lock = $file !== false && flock($file, LOCK_EX | LOCK_NB) ? $file : null;
        }
        if ($lock === null) {
            throw $busy;
        }
        $id = bin2hex(random_bytes(16));
        $request = ['method' => $method, 'path' => $to, 'headers' => $about['headers'], 'body' => toText($body)];
        $this->drawer->work(function () use ($id, $request, $about) {
            $this->countRequest($about['address']);
            $this->keep(['kind' => 'request', 'id' => $id], toJson($request), true);
        });
        $text = '';
        for ($part = 0, $until = time() + HANDED_FOR; time() < $until; ) {
            $key = 're/' . $id . '/' . padded($part);
            $reply = $this->drawer->get($key);
            if ($reply === null) {
                usleep(100000);
                continue;
            }
            $this->drawer->work(function () use ($key) {
                $this->drawer->drop($key);
            });
            ['body' => $piece, 'last' => $isLast] = $reply = fromJson($reply);
            $text .= toBytes($piece);
            if ($isLast === true) {
                return [(int) $reply['status'], array_map('strval', $reply['headers']), $text];
            }
            $part += 1;
            $until = time() + HANDED_FOR;
        }
        throw $busy;
    }

    /** The chat channel interface, sections 4.1, 4.2 and 4.4: `/{secret}/{public id}` and its `/status`. */
    private function channel(string $method, string $path, string $body, array $about): array {
        $isStatus = substr($path, -7) === '/status' && substr_count($path, '/') === 3;
        $address = $isStatus ? substr($path, 0, -7) : $path;
        $channels = fromJson($this->drawer->get('meta/channels') ?? '[]');
        $channel = $channels[hash('sha256', ltrim($address, '/'))] ?? null;
        if ($channel === null) {
            throw new Refusal(404, 'There is nothing at this address.');
        }
        if ($method !== ($isStatus ? 'GET' : 'POST')) {
            throw new Refusal(405, 'This method is not for this address.', ['Allow' => $isStatus ? 'GET' : 'POST']);
        }
        if ($isStatus) {
            return $this->json($this->isAppThere() ? (int) $channel['status'] : 0);
        }
        if (!in_array($about['encoding'], ['', 'identity'], true)) {
            throw new Refusal(415, 'Compressed bodies are not accepted.');
        }
        if (strlen($body) > CUSTOMER_POST) {
            throw new Refusal(413, 'A request has at most ' . CUSTOMER_POST . ' bytes.');
        }
        $isTyping = isTypingNotice($body);
        if (!$isTyping || $this->isAppThere()) {
            $this->drawer->work(function () use ($channel, $body, $about) {
                $this->countRequest($about['address'], 10);
                $this->keep(['kind' => 'post', 'channel' => $channel['id']], $body, true);
            });
        }
        return $this->json(['result' => 'ok']);
    }

    /** Keeps an item for the app; it is on the disk when the work around this is done. */
    private function keep(array $item, string $body, bool $isKnown): int {
        $number = 1 + (int) $this->drawer->get('meta/in');
        $text = toJson(['n' => $number, 'at' => (int) (microtime(true) * 1000)] + $item + ['body' => $this->sealed($body)]);
        $size = (int) $this->drawer->get('meta/size') + strlen($text);
        if ($size > ($isKnown ? WAITING : WAITING / 2)) {
            throw new Refusal(503, 'Too much waits here already. Try again later.', ['Retry-After' => '300']);
        }
        $this->drawer->put('meta/size', (string) $size);
        $this->drawer->put('meta/in', (string) $number);
        $this->drawer->put('in/' . padded($number), $text);
        $this->show($this->counter(), (string) $number);
        return $number;
    }

    /** @return array{0: string, 1: array} the address of a visitor who knows its key, and what is known of them */
    private function identify($box): array {
        if (!is_string($box) || preg_match('/^[0-9a-f]{64}$/', $box) !== 1) {
            throw new Refusal(400, 'box: 64 hexadecimal digits expected');
        }
        $address = substr($box, 0, 32);
        $digest = hash('sha256', substr($box, 32));
        $visitor = $this->visitor($address) ?? ['key' => $digest, 'next' => 0, 'known' => false, 'seen' => time()];
        if (!hash_equals($visitor['key'], $digest)) {
            throw new Refusal(403, 'This is another visitor’s.');
        }
        return [$address, $visitor];
    }

    private function visitor($address): ?array {
        $known = is_string($address) && preg_match('/^[0-9a-f]{32}$/', $address) === 1 ? $this->drawer->get('who/' . $address) : null;
        return $known === null ? null : fromJson($known);
    }

    private function countRequest(string $client, int $times = 1): void {
        $key = 'rate/' . substr(hash_hmac('sha256', $client, $this->key), 0, 32);
        $minute = intdiv(time(), 60);
        [$of, $count] = array_map('intval', explode(' ', ($this->drawer->get($key) ?? '0 0')));
        $count = $of === $minute ? $count + 1 : 1;
        if ($count > RATE * $times) {
            throw new Refusal(429, 'Too many requests. Try again in a minute.', ['Retry-After' => '60']);
        }
        $this->drawer->put($key, $minute . ' ' . $count);
    }

    private function isAppThere(): bool {
        return time() - (int) $this->drawer->get('meta/beat') < APP_IS_THERE;
    }

    /** The name of the counter that the app looks at. */
    private function counter(): string {
        return substr(hash_hmac('sha256', 'counter', $this->key), 0, 32);
    }

    /** A file that the web server sends by itself; what is lost of it is shown again with the next. */
    private function show(string $name, string $text): void {
        $file = $this->open . '/' . $name . '.txt';
        $other = $file . '.' . getmypid() . '.new';
        if (@file_put_contents($other, $text) === strlen($text)) {
            @rename($other, $file);
        }
    }

    private function sign(string $who, string $number, string $payload): string {
        return toText(hash_hmac('sha256', $who . '.' . PROTOCOL . '.' . $number . '.' . $payload, $this->key, true));
    }

    private function signed(int $status, string $number, array $value): array {
        $payload = toText(toJson($value));
        $text = PROTOCOL . '.' . $number . '.' . $payload . '.' . $this->sign('box', $number, $payload);
        return [$status, ['Content-Type' => 'text/plain; charset=utf-8'], $text];
    }

    private function json($value): array {
        return [200, ['Content-Type' => 'application/json; charset=utf-8'], toJson($value)];
    }

    /** The app's, by which what waits is sealed; empty: it said none yet, or this server cannot do that. */
    private function publicKey(): string {
        $key = function_exists('sodium_crypto_scalarmult') ? base64_decode($this->drawer->get('meta/seal') ?? '', true) : '';
        return is_string($key) && strlen($key) === 32 ? $key : '';
    }

    /** For the app alone, where that is possible: X25519, HKDF, ChaCha20-Poly1305. */
    private function sealed(string $text): string {
        $theirs = $this->publicKey();
        if ($theirs === '') {
            return 'p.' . toText($text);
        }
        $pair = sodium_crypto_box_keypair();
        $public = sodium_crypto_box_publickey($pair);
        $shared = sodium_crypto_scalarmult(sodium_crypto_box_secretkey($pair), $theirs);
        $key = hash_hkdf('sha256', $shared, 32, 'counterbell letterbox', $public . $theirs);
        // Each key is used once.
        $closed = sodium_crypto_aead_chacha20poly1305_ietf_encrypt($text, '', str_repeat("\0", 12), $key);
        return 's.' . toText($public . $closed);
    }

    /** Above what the web server serves, or else beside this file under a name that nobody can guess. */
    private function findFolder(string $home): string {
        // A renewed key begins with the first one: what waits stays.
        $first = explode('.', $this->key)[0];
        $name = 'counterbell-' . substr(hash_hmac('sha256', 'folder', strlen($first) < 32 ? $this->key : $first), 0, 32);
        $candidates = [dirname($this->documentRoot($home)) . '/' . $name, $home . '/' . $name];
        foreach ($candidates as $candidate) {
            if (@is_dir($candidate) && is_writable($candidate)) {
                return (string) realpath($candidate);
            }
        }
        foreach ($candidates as $candidate) {
            if (@mkdir($candidate, 0700)) {
                foreach (self::CLOSED as $name => $text) {
                    file_put_contents($candidate . '/' . $name, $text);
                }
                return (string) realpath($candidate);
            }
        }
        throw new \RuntimeException('no folder can be made for the letterbox');
    }

    private function documentRoot(string $home): string {
        $root = (string) ($_SERVER['DOCUMENT_ROOT'] ?? '');
        return $root === '' || @realpath($root) === false ? $home : $root;
    }
}

const MEDIA_TYPES = ['video', 'audio', 'voice', 'photo', 'sticker', 'document'];

/** Refuses what the app would refuse (chat channel interface, sections 2, 4.2 and 6). True: somebody types, or stopped. */
function isTypingNotice(string $body): bool {
    $invalid = function (string $words): Refusal {
        return new Refusal(400, $words);
    };
    $text = strpos($body, "\xEF\xBB\xBF") === 0 ? substr($body, 3) : $body;
    if (preg_match('//u', $text) !== 1) {
        throw $invalid('The body is not UTF-8.');
    }
    $post = json_decode($text, false, 33, JSON_BIGINT_AS_STRING);
    if (!$post instanceof \stdClass || !isSafe($post)) {
        throw $invalid('The body is not a JSON object that can be read.');
    }
    $id = $post->sender->id ?? null;
    if (!is_int($id) && (!is_string($id) || $id === '' || preg_match('/^.{1,255}$/us', $id) !== 1)) {
        throw $invalid('sender.id: a text of at most 255 characters, or an integer expected');
    }
    $message = $post->message ?? null;
    $type = $message instanceof \stdClass ? $message->type ?? null : null;
    $isNumber = function (string $field) use ($message): bool {
        return is_int($message->$field ?? null) || is_float($message->$field ?? null);
    };
    if ($type === 'text' && (!is_string($message->text ?? null) || preg_match('/\S/u', $message->text) !== 1)) {
        throw $invalid('message.text: a text expected');
    }
    if (in_array($type, MEDIA_TYPES, true) && preg_match('~^https?://\S~i', is_string($message->file ?? null) ? $message->file : '') !== 1) {
        throw $invalid('message.file: an address that starts with http:// or https:// expected');
    }
    if ($type === 'location' && (!$isNumber('latitude') || !$isNumber('longitude') || abs($message->latitude) > 90 || abs($message->longitude) > 180)) {
        throw $invalid('message.latitude and message.longitude: numbers expected');
    }
    if (!in_array($type, array_merge(['text', 'typein', 'typeout', 'location'], MEDIA_TYPES), true)) {
        throw $invalid('message.type: one of the types of the interface expected');
    }
    return in_array($type, ['typein', 'typeout'], true);
}

/** No key of it means something to the programs that read it. */
function isSafe($value): bool {
    foreach (is_array($value) || $value instanceof \stdClass ? (array) $value : [] as $key => $inner) {
        if ($key === '__proto__' || $key === 'constructor' || !isSafe($inner)) {
            return false;
        }
    }
    return true;
}

/** Answers the request that PHP runs this file for. */
function serve(): void {
    $home = __DIR__;
    // Nothing of this server is shown to visitors.
    ini_set('display_errors', '0');
    try {
        $length = (int) ($_SERVER['CONTENT_LENGTH'] ?? 0);
        $body = $length > REQUEST ? '' : (string) file_get_contents('php://input', false, null, 0, REQUEST + 1);
        if ($length > REQUEST || strlen($body) > REQUEST) {
            throw new Refusal(413, 'This is too large.');
        }
        $headers = [];
        foreach (['ACCEPT_LANGUAGE', 'AUTHORIZATION', 'CONTENT_TYPE', 'RANGE', 'USER_AGENT'] as $name) {
            $given = (string) ($_SERVER['HTTP_' . $name] ?? $_SERVER[$name] ?? '');
            if ($given !== '') {
                $headers[strtolower(strtr($name, '_', '-'))] = substr($given, 0, 1024);
            }
        }
        $about = [
            'address' => (string) ($_SERVER['REMOTE_ADDR'] ?? ''),
            'encoding' => strtolower((string) ($_SERVER['HTTP_CONTENT_ENCODING'] ?? '')),
            'headers' => $headers,
        ];
        $to = $_GET['to'] ?? $_SERVER['PATH_INFO'] ?? '';
        $box = new Box((string) (require $home . '/box-key.php'), $home);
        $answer = $box->answer((string) ($_SERVER['REQUEST_METHOD'] ?? ''), is_string($to) ? $to : '', $body, $about);
    } catch (Refusal $refusal) {
        $error = ['error' => ['code' => CODES[$refusal->getCode()], 'message' => $refusal->getMessage()]];
        $answer = [$refusal->getCode(), $refusal->headers + ['Content-Type' => 'application/json; charset=utf-8'], toJson($error)];
    } catch (\Throwable $fault) {
        error_log('Counterbell: ' . $fault->getMessage());
        $error = ['error' => ['code' => 'storage_unavailable', 'message' => 'Nothing can be kept here at the moment.']];
        $answer = [503, ['Content-Type' => 'application/json; charset=utf-8', 'Retry-After' => '30'], toJson($error)];
    }
    [$status, $headers, $text] = $answer;
    http_response_code($status);
    $always = ['Cache-Control' => 'no-store, private', 'X-LiteSpeed-Cache-Control' => 'no-cache', 'X-Content-Type-Options' => 'nosniff'];
    foreach ($headers + $always as $name => $value) {
        header($name . ': ' . str_replace(["\r", "\n"], '', $value));
    }
    echo $text;
}

if (!defined('COUNTERBELL_INCLUDED')) {
    serve();
}
