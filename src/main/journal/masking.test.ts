import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channelPath } from './inbound-requests.ts';
import { MASK, maskAddress, maskBody, maskHeaders, maskPath, secretMasking } from './masking.ts';

/** Secrets that an owner might choose. */
const pathSecret = fc.stringMatching(/^[A-Za-z0-9._~-]{12,40}$/).filter((text) => !/^\.+$/.test(text));
const anySecret = fc.oneof(
  pathSecret,
  fc
    .string({ minLength: 12, maxLength: 40, unit: 'grapheme' })
    .filter((text) => text.trim().length >= 12 && text.isWellFormed()),
);

const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
/** Different spellings of the same path. */
const encoding: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  percent,
  (text) => percent(text).toUpperCase(),
  (text) => percent(text.slice(0, 1)) + text.slice(1),
  (text) => percent(percent(text)),
];
const escaping: readonly ((text: string) => string)[] = [
  ...encoding,
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  (text) =>
    Array.from({ length: text.length }, (_none, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
];

function holds(text: string, secret: string): boolean {
  let open = text;
  for (let round = 0; round < 3; round += 1) {
    if (open.includes(secret)) return true;
    open = open
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, (part) => Buffer.from(part.replaceAll('%', ''), 'hex').toString())
      .replaceAll(/\\u([0-9a-f]{4})/gi, (_part, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replaceAll(/\\(["\\/])/g, '$1');
  }
  return open.includes(secret);
}

describe('a path', () => {
  test('never shows a secret, however and wherever it is written', () => {
    fc.assert(
      fc.property(
        pathSecret,
        fc.constantFrom(...encoding),
        fc.constantFrom(
          '/S/shop',
          '/S/shop/status',
          '//S//shop',
          '/webhooks/faq/S',
          '/x/../S/shop',
          '/rating/S',
          '/files/S/a.png',
          '/S',
          '/shop?key=S',
          '/shop?S',
          '/shop#S',
          '/S?S=S&a=S',
        ),
        (secret, encoded, shape) => {
          const path = maskPath(
            shape.replaceAll('S', () => encoded(secret)),
            (word) => ['shop', 'faq', 'webhooks', 'status', 'rating', 'files'].includes(word),
          );
          expect(holds(path, secret)).toBe(false);
        },
      ),
    );
  });

  test('to an unknown address shows only known words', () => {
    expect(maskPath('/wrong-secret/shop/status?a=1', (word) => word === 'shop' || word === 'status')).toBe(
      `/${MASK}/shop/status?${MASK}`,
    );
  });

  test('of a channel shows only its name', () => {
    expect(channelPath('shop', true)).toBe(`/${MASK}/shop/status`);
  });
});

test('of an address that we call shows neither credentials nor the query, nor a token at its end', () => {
  expect(maskAddress('https://user:pass@crm.example:8443/hook/token-123?key=abc', true)).toBe(
    `https://crm.example:8443/hook/${MASK}?${MASK}`,
  );
  expect(maskAddress('https://crm.example/hook/shop', false)).toBe('https://crm.example/hook/shop');
});

test('a header shows its value only if it grants no access', () => {
  const raw = [
    'Host',
    'chat.example',
    'Authorization',
    'Bearer abc',
    'cookie',
    'a=b',
    'X-Api-Key',
    'k',
    'Content-Type',
    'application/json',
    'Proxy-Authorization',
    'x',
    'Set-Cookie',
    's',
    'X-Forwarded-For',
    '192.0.2.1',
  ];
  expect(maskHeaders(raw)).toEqual([
    ['Host', 'chat.example'],
    ['Authorization', MASK],
    ['cookie', MASK],
    ['X-Api-Key', MASK],
    ['Content-Type', 'application/json'],
    ['Proxy-Authorization', MASK],
    ['Set-Cookie', MASK],
    ['X-Forwarded-For', '192.0.2.1'],
  ]);
});

describe('a body', () => {
  test('keeps what people wrote unchanged', () => {
    const text =
      '{"message":{"text":"My password is swordfish, the token: 12 and the card 4111 1111 1111 1111","id":12345678901234567890}}';
    expect(maskBody(Buffer.from(text), true)).toEqual({ text, isWhole: true });
  });

  test.each([
    '{"password":"swordfish"}',
    '{"a":[{"accessToken":"swordfish"}]}',
    '{"client-secret":{"value":"swordfish"}}',
    '{"API_KEY":["swordfish"]}',
    String.raw`{"p\u0061ssword":"swordfish"}`,
    '{"token":"swordfish","token":null}',
    '{"a":{"token":"swordfish"},"a":1}',
    '{"password":"swordfish"',
    'user=anna&password=swordfish&x=1',
    'token: swordfish',
  ])('masks values whose key names a secret: %s', (body) => {
    const masked = maskBody(Buffer.from(body), body.startsWith('{') && body.endsWith('}'));
    expect(masked.text).not.toContain('swordfish');
    expect(masked.isWhole).toBe(false);
  });

  test('never keeps the value of a secret key, wherever it is', () => {
    const key = fc.constantFrom(
      'password',
      'userPassword',
      'token',
      'access_token',
      'refreshToken',
      'secret',
      'clientSecret',
      'api-key',
      'apiKey',
      'Authorization',
      'private_key',
      'credentials',
      'cvv',
    );
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12,30}$/);
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), key, secret, (other, name, value) => {
        expect(
          maskBody(JSON.stringify({ other, deep: [{ [name]: value }], last: { [name]: { inner: [value] } } }), true)
            .text,
        ).not.toContain(value);
      }),
    );
  });

  test('masks the address of a rating page', () => {
    expect(maskBody('{"text":"Rate us: https://chat.example/rating/abcdefghijklmnopqrstuvwx"}', true).text).toBe(
      `{"text":"Rate us: https://chat.example/rating/${MASK}"}`,
    );
    expect(maskBody('{"file":"https://chat.example/files/abcdefghijklmnopqrstuvwxyz_-0123/a.png"}', true).text).toBe(
      `{"file":"https://chat.example/files/${MASK}/a.png"}`,
    );
  });

  test('is cut at 64 KiB, between whole characters, and marked as cut', () => {
    const { text, isWhole } = maskBody(`"${'👋'.repeat(40_000)}"`, true);
    expect(text.length).toBe(64 * 1024);
    expect(text.isWellFormed()).toBe(true);
    expect(isWhole).toBe(false);
  });

  test('is described if it is not text', () => {
    expect(maskBody(Buffer.from([0xff, 0xfe, 0x00]), false)).toEqual({
      text: '(3 bytes that are no text)',
      isWhole: false,
    });
  });
});

describe('a known secret', () => {
  test('is masked in any text, however it is encoded', () => {
    fc.assert(
      fc.property(
        anySecret,
        fc.constantFrom(...escaping),
        fc.string(),
        fc.string(),
        (secret, written, before, after) => {
          const text = `${before} ${written(secret)} ${after}`;
          const { masked, mayStandIn } = secretMasking([secret]);
          expect(holds(masked(text), secret)).toBe(false);
          expect(mayStandIn(text)).toBe(true);
          expect(mayStandIn(JSON.stringify([text]))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('leaves the rest of the text unchanged', () => {
    expect(secretMasking(['swordfish-1']).masked('a swordfish-1 b %20 \\n')).toBe(`a ${MASK} b %20 \\n`);
  });

  test('is masked only by its position if it is too short to tell from other words', () => {
    expect(secretMasking(['a', '']).masked('a b')).toBe('a b');
  });
});
