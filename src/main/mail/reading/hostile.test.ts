import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMail, type ReadMail } from './read-mail.ts';

const own = { address: 'help@shop.example' };
const HEADER = 'From: Anna <anna@customer.example>\nSubject: Re: Lamp\nIn-Reply-To: <k3f9a1x7@shop.example>\n';
const HTML = `${HEADER}Content-Type: text/html; charset=utf-8\n\n`;
const MEGABYTE = 1_000_000;

const read = (mail: string | Uint8Array): Promise<ReadMail> =>
  readMail(typeof mail === 'string' ? Buffer.from(mail) : mail, own);

describe('a mail of any size ends, bounded', () => {
  it.for<readonly [string, () => string]>([
    ['marks of quotes in one line', () => `${HEADER}\n${'>'.repeat(MEGABYTE)}`],
    ['marks of quotes in lines', () => `${HEADER}\nHello\n${'>\n'.repeat(MEGABYTE / 2)}Bye`],
    ['marks of quotes after spaces', () => `${HEADER}\nHello\n${'> '.repeat(MEGABYTE)}`],
    ['beginnings of attributions', () => `${HEADER}\n${'On '.repeat(MEGABYTE)}:`],
    ['lines that begin attributions', () => `${HEADER}\n${'On \n'.repeat(MEGABYTE / 4)}`],
    ['ends of attributions', () => `${HEADER}\n${'On 19.11.2026 17:02 x:\n'.repeat(50_000)}`],
    ['attributions', () => `${HEADER}\n${'On 19.11.2026 17:02 x wrote:\n'.repeat(40_000)}`],
    ['labels', () => `${HEADER}\n${'From: x\n'.repeat(150_000)}`],
    ['spaces', () => `${HEADER}\n${' '.repeat(MEGABYTE)}x`],
    ['blank lines', () => `${HEADER}\nx${'\n'.repeat(MEGABYTE / 4)}x`],
    ['dashes', () => `${HEADER}\n${'-'.repeat(MEGABYTE)}x`],
    ['signatures', () => `${HEADER}\n${'-- \n'.repeat(250_000)}`],
    ['pictures of Outlook', () => `${HEADER}\n${'[cid:'.repeat(200_000)}`],
    ['flowed lines', () => `${HEADER}Content-Type: text/plain; format=flowed\n\n${'> a \n>> b \n'.repeat(100_000)}`],
    ['flowed headers', () => `${'Content-Type: text/plain;\n '.repeat(9_000)}\n\nx`],
    ['open elements', () => `${HTML}${'<div>'.repeat(100_000)}Hello`],
    ['open and closed elements', () => `${HTML}${'<b><i>'.repeat(50_000)}x${'</i></b>'.repeat(50_000)}Hello`],
    ['open quotes', () => `${HTML}Hello${'<blockquote type="cite">'.repeat(100_000)}x`],
    ['lists in lists', () => `${HTML}${'<ul><li>'.repeat(50_000)}x`],
    ['links', () => `${HTML}${'<a href="https://a.example">x '.repeat(50_000)}`],
    ['closings', () => `${HTML}${'<p>'.repeat(300)}${'</x>'.repeat(250_000)}x`],
    ['entities', () => `${HTML}${'&lt;&#62;&amp;'.repeat(MEGABYTE)}`],
    ['an attribute', () => `${HTML}<p style="${'margin '.repeat(MEGABYTE)}" class="${' '.repeat(MEGABYTE)}">x`],
    ['a tag that never ends', () => `${HTML}${'<'.repeat(MEGABYTE)}`],
    ['comments', () => `${HTML}${'<!--'.repeat(250_000)}`],
    ['spaces in HTML', () => `${HTML}${'&nbsp; \t'.repeat(300_000)}x`],
    ['preformatted lines', () => `${HTML}<pre>${'\n'.repeat(MEGABYTE / 4)}x`],
    ['addresses', () => `To: ${'help+a@shop.example, '.repeat(50_000)}\n${HEADER}\nx`],
    ['an address', () => `To: ${'a'.repeat(MEGABYTE)}\nFrom: ${'<'.repeat(MEGABYTE)}\n\nx`],
    ['ids', () => `References: ${'<a@b> '.repeat(200_000)}\nMessage-ID: ${'<'.repeat(500_000)}\n\nx`],
    ['encoded words', () => `Subject: ${'=?utf-8?q?a?= '.repeat(80_000)}\n\nx`],
    ['report', () => `Content-Type: multipart/report; report-type=delivery-status\n\n${'5 '.repeat(MEGABYTE)}`],
    [
      'fields of a report',
      () => report(`Action: failed\nStatus: ${'5.1.'.repeat(100_000)}\n${'Message-ID: <'.repeat(90_000)}`),
    ],
    ['folded fields of a report', () => report(`Action: failed\nDiagnostic-Code: smtp; ${'x\n '.repeat(100_000)}`)],
  ])('%s', ([, mail]) => expectBounded(mail()));

  it.for<readonly [string, () => string]>([
    ['50 MB of one line', () => `${HEADER}\n${'x'.repeat(50 * MEGABYTE)}`],
    ['50 MB of empty lines', () => `${HEADER}\n${'\n'.repeat(50 * MEGABYTE)}`],
    [
      '50 MB of parts',
      () => `${HEADER}Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\n'.repeat(10 * MEGABYTE)}`,
    ],
    ['50 MB of lines', () => `${HEADER}\n${'line\n'.repeat(10 * MEGABYTE)}`],
  ])('%s', { tags: ['thorough'] }, ([, mail]) => expectBounded(mail()));

  async function expectBounded(mail: string): Promise<void> {
    const { text, rest = '', subject = '', answers, attachments, from, tags } = await read(mail);
    expect(text.length).toBeLessThanOrEqual(100_000);
    expect(rest.length).toBeLessThanOrEqual(100_000);
    expect(subject.length).toBeLessThanOrEqual(300);
    expect(from?.address.length ?? 0).toBeLessThanOrEqual(320);
    for (const list of [answers, attachments, tags]) expect(list.length).toBeLessThanOrEqual(51);
  }
});

function report(fields: string): string {
  return `Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n${fields}\n--b--`;
}

describe('what cannot be read', () => {
  it.for([
    ['10,000 multiparts in each other', nested(10_000)],
    ['a header of 5 MB', `${HEADER}X-Long: ${'x'.repeat(5 * MEGABYTE)}\n\nHello`],
    ['a header of 5 MB in lines', `${HEADER}${'X: y\n'.repeat(MEGABYTE)}\nHello`],
  ])('is attached as it came, with who sent it: %s', async ([, mail = '']) => {
    const { from, subject, answers, text, attachments, notes } = await read(mail);
    expect({ from, subject, answers, text, notes }).toEqual({
      from: { address: 'anna@customer.example', name: 'Anna' },
      subject: 'Re: Lamp',
      answers: ['k3f9a1x7@shop.example'],
      text: '',
      notes: ['damaged'],
    });
    expect(attachments).toEqual([{ name: 'message.eml', mediaType: 'message/rfc822', content: Buffer.from(mail) }]);
  });

  function nested(depth: number): string {
    const parts = Array.from(
      { length: depth },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
    );
    return `${HEADER}${parts.join('')}\nHello`;
  }
});

it('attaches the whole of a text that is too long', async () => {
  const { text, notes, attachments } = await read(`${HEADER}\n${'word '.repeat(40_000)}end`);
  expect(text).toHaveLength(100_000);
  expect(notes).toEqual(['tooLarge']);
  expect(attachments[0]).toMatchObject({ name: 'message.txt', mediaType: 'text/plain' });
  expect(Buffer.from(attachments[0]?.content ?? []).toString()).toMatch(/word end\s*$/);
});

describe('names and subjects', () => {
  const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

  it.for([
    ['CR LF', 'Anna\r\nBcc: all@shop.example', 'Anna Bcc: all@shop.example'],
    ['NUL', 'An\0na', 'An na'],
    ['controls of terminals', 'Anna\u001B[31m\u0085', 'Anna [31m'],
    ['marks of direction', '\u202Eanna\u2066 gpj.exe', 'anna gpj.exe'],
    ['separators of lines', 'Anna\u2028Weber', 'Anna Weber'],
    ['half a sign', 'Anna\uD83D', 'Anna�'],
  ])('are one line without %s', async ([, value = '', expected]) => {
    const mail = await read(
      `From: ${encoded(value)} <anna@customer.example>\nSubject: ${encoded(value)}\nContent-Type: image/png; name="${encoded(value)}"\n\nx`,
    );
    expect(mail.subject).toBe(expected);
    expect(mail.from).toEqual({ address: 'anna@customer.example', name: expected });
    expect(mail.attachments[0]?.name).toBe(expected);
  });

  it('are the first of several', async () => {
    const mail = await read('From: a@one.example\nFrom: b@two.example\nSubject: one\nSubject: two\n\nx');
    expect([mail.from?.address, mail.subject]).toEqual(['a@one.example', 'one']);
  });

  it.for([
    ['"help@shop.example" <anna@customer.example>', 'anna@customer.example'],
    ['anna@customer.example (help@shop.example)', 'anna@customer.example'],
    ['Group: anna@customer.example, b@two.example;', 'anna@customer.example'],
    ['Anna.Weber@Customer.EXAMPLE', 'Anna.Weber@customer.example'],
    ['<>', undefined],
    ['Anna', undefined],
    ['', undefined],
  ])('say who sent it: %s', async ([from = '', address]) => {
    expect((await read(`From: ${from}\n\nx`)).from?.address).toBe(address);
  });
});

describe('a text', () => {
  it.for([
    ['an unknown charset', 'Content-Type: text/plain; charset=x-klingon\n\nHello', 'Hello'],
    ['NUL and other controls', '\nHel\0lo\u0007\u001B', 'Hello'],
    ['rubbish in base64', 'Content-Transfer-Encoding: base64\n\nSGVs*!\n bG8=%%', 'Hello'],
    ['no boundary', 'Content-Type: multipart/mixed; boundary=b\n\nHello', ''],
    ['no last boundary', 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello', 'Hello'],
    ['no name of a boundary', 'Content-Type: multipart/mixed\n\nHello', ''],
    ['no header', '\nHello', 'Hello'],
    [
      'scripts and styles',
      'Content-Type: text/html\n\n<style>a{}</style><script>x()</script>Hello<title>x</title>',
      'Hello',
    ],
    ['what is hidden', 'Content-Type: text/html\n\n<div style="display: none">x<p>y</p></div>Hello', 'Hello'],
    ['a head without an end', 'Content-Type: text/html\n\n<html><head><style>a</style><div>Hello</div>', 'Hello'],
    ['a script as text', 'Content-Type: text/html\n\n&lt;script&gt;Hello', '<script>Hello'],
    [
      'a disguised link',
      'Content-Type: text/html\n\n<a href="https://b.example/x">a.example</a>',
      'a.example <https://b.example/x>',
    ],
    ['a link by its name', 'Content-Type: text/html\n\n<a href="https://www.a.example/">a.example</a>', 'a.example'],
    ['a link that runs', 'Content-Type: text/html\n\n<a href="javascript:x()">Hello</a>', 'Hello'],
    [
      'an element after its signature',
      'Content-Type: text/html\n\nHello<div class="gmail_signature">A</div><div>Bye</div>',
      'Hello\nA\nBye',
    ],
    ['a table', 'Content-Type: text/html\n\n<table><tr><td>1</td><td>2</td></tr><tr><td>3<td>4</table>', '1 2\n3 4'],
    ['lines as they are', 'Content-Type: text/html\n\n<pre>a\n  b</pre>c<br>d', 'a\n  b\n\nc\nd'],
  ])('is read in spite of %s', async ([, mail = '', text]) => {
    expect((await read(`From: anna@customer.example\n${mail}`)).text).toBe(text);
  });
});

it('never throws, whatever the bytes are', { timeout: 60_000 }, async () => {
  const folder = path.join(import.meta.dirname, 'shapes');
  const mails = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(60),
    bytes: fc.uint8Array({ maxLength: 40 }),
  });
  const damaged = fc
    .tuple(fc.constantFrom(...mails), fc.array(change, { minLength: 1, maxLength: 8 }))
    .map(([mail, changes]) =>
      changes.reduce<Buffer>((bytes, { at, length, bytes: inserted }) => {
        const from = Math.floor(at * bytes.length);
        return Buffer.concat([bytes.subarray(0, from), inserted, bytes.subarray(from + length)]);
      }, mail),
    );
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: damaged }, fc.uint8Array({ maxLength: 2000 })), async (bytes) => {
      const mail = await read(bytes);
      expect(mail.text.isWellFormed()).toBe(true);
      expect(mail.subject ?? '').not.toMatch(/\p{Cc}/u);
    }),
    { numRuns: 2000 },
  );
});
