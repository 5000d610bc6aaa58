import { describe, expect, test } from 'vitest';
import { readCustomerPost, readEnvelope } from './customer-post.ts';
import { RequestProblem } from '#main/intake/request-problem.ts';

const read = (body: unknown) =>
  readCustomerPost(readEnvelope(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))), 'shop');
const message = (body: unknown) => {
  const post = read(body);
  if (post.kind !== 'message') throw new Error('a message was expected');
  return post;
};
const text = (sender: object, more: object = {}) => ({ sender, message: { type: 'text', text: 'Hello', ...more } });

describe('sender.id', () => {
  test('keeps type and digits', () => {
    expect(message(text({ id: '1' })).message.externalId).toBe('"1"');
    expect(message(text({ id: 1 })).message.externalId).toBe('1');
    expect(message('{"sender":{"id":9007199254740993},"message":{"type":"text","text":"x"}}').message.externalId).toBe(
      '9007199254740993',
    );
  });

  test.each(['1.0', '1e3', '1.5', 'null', 'true', '""', '{}', '[]', '"\\ud800"', JSON.stringify('x'.repeat(256))])(
    'rejects %s',
    (id) => {
      expect(() => read(`{"sender":{"id":${id}},"message":{"type":"text","text":"x"}}`)).toThrow(/^sender\.id:/);
    },
  );

  test('may have 255 characters outside the basic plane', () => {
    expect(message(text({ id: '😀'.repeat(255) })).message.externalId).toBe(JSON.stringify('😀'.repeat(255)));
  });
});

describe('a body', () => {
  test.each([
    ['not JSON', 'nope'],
    ['no object', '[]'],
    ['a forbidden key', '{"sender":{"id":1,"__proto__":{}},"message":{}}'],
    ['nested too deep', `{"sender":{"id":1},"message":${'{"a":'.repeat(32)}1${'}'.repeat(32)}}`],
  ])('is rejected with %s', (_what, body) => {
    expect(() => read(body)).toThrow(RequestProblem);
  });

  test('is rejected if it is not UTF-8', () => {
    expect(() => readEnvelope(Buffer.from([0x7b, 0xff, 0x7d]))).toThrow('UTF-8');
  });

  test('may start with a byte order mark', () => {
    expect(message(`\uFEFF${JSON.stringify(text({ id: 1 }))}`).kind).toBe('message');
  });
});

describe('optional fields', () => {
  test('are dropped and noted if they do not fit, and the message is kept', () => {
    const post = message(text({ id: 1, name: 'Anna', photo: 'ftp://x', phone: 7, email: ' ' }));
    expect(post.message.sender).toEqual({ name: 'Anna' });
    expect(post.notes.map((note) => note.params?.['field'])).toEqual(['sender.phone', 'sender.email', 'sender.photo']);
  });

  test('that nobody can see are dropped and noted like blank ones', () => {
    const unseen = { name: '\u3164\u200b', phone: '\u2800', email: '\u202e\ufe0f', invite: '\u0301' };
    const post = message(text({ id: 1, ...unseen }));
    expect(post.message.sender).toEqual({});
    expect(post.notes).toHaveLength(4);
  });

  test('are treated as absent if null', () => {
    expect(message(text({ id: 1, name: null })).notes).toEqual([]);
  });
});

describe('a message', () => {
  test('has lone surrogates replaced', () => {
    expect(message('{"sender":{"id":1},"message":{"type":"text","text":"a\\ud800b"}}').message.text).toBe('a\uFFFDb');
  });

  test('with an unnamed file takes the name from its address', () => {
    const post = message({ sender: { id: 1 }, message: { type: 'document', file: 'https://x.example/a%20b.pdf?c' } });
    expect(post.message.fields.fileName).toBe('a b.pdf');
    expect(post.notes).toHaveLength(2);
  });

  test.each([
    { type: 'photo' },
    { type: 'photo', file: 'javascript:alert(1)' },
    { type: 'location', latitude: 91, longitude: 0 },
    { type: 'text', text: ' ' },
    { type: 'poem' },
    {},
  ])('rejects %j', (content) => {
    expect(() => read({ sender: { id: 1 }, message: content })).toThrow(/^message\./);
  });

  test('has a digest only with an ID, whatever the order of keys', () => {
    const digest = (more: object) => message(text({ id: 1 }, more)).message.digest;
    expect(digest({})).toBeUndefined();
    expect(digest({ id: 'a', x: { p: 1, q: 2 } })).toBe(digest({ x: { q: 2, p: 1 }, id: 'a' }));
    expect(digest({ id: 'a' })).not.toBe(digest({ id: 'a', x: 1 }));
    const other = readCustomerPost(
      readEnvelope(Buffer.from(JSON.stringify(text({ id: 1 }, { id: 'a' })))),
      'another channel',
    );
    expect(other).not.toMatchObject({ message: { digest: digest({ id: 'a' }) } });
    expect(message(text({ id: '1' }, { id: 'a' })).message.digest).toBe(digest({ id: 'a' }));
    expect(message(text({ id: '01' }, { id: 'a' })).message.digest).not.toBe(digest({ id: 'a' }));
  });

  test('has a different digest for each digit of a number beyond 2^53', () => {
    const digest = (number: string) =>
      message(`{"sender":{"id":1},"message":{"type":"text","text":"x","id":${number}}}`).message.digest;
    expect(digest('9007199254740993')).not.toBe(digest('9007199254740992'));
  });
});
