import { describe, expect, test } from 'vitest';
import { judge } from './outbound.ts';

describe('an answer of the integrator', () => {
  test.each([
    ['the agreed answer', 200, '{"result":"ok"}'],
    ['the agreed answer with more in it', 200, '{"result":"ok","error":null,"x":1}'],
    ['the agreed answer as a JSON string', 200, '"{\\"result\\":\\"ok\\"}"'],
  ])('is positive: %s', (_what, status, text) => {
    expect(judge(status, text)).toEqual({ ok: true });
  });

  test.each([
    [
      'an error',
      200,
      '{"error":{"code":"busy","message":"Later"}}',
      { kind: 'refused', code: 'busy', message: 'Later' },
    ],
    ['an error with a number as code', 200, '{"error":{"code":7}}', { kind: 'refused', code: '7' }],
    ['an error as a JSON string', 200, '"{\\"error\\":{\\"code\\":\\"busy\\"}}"', { kind: 'refused', code: 'busy' }],
    [
      'an error under another status',
      500,
      '{"error":{"message":"Oh"}}',
      { kind: 'refused', status: 500, message: 'Oh' },
    ],
    ['another status', 500, 'oops', { kind: 'status', status: 500 }],
    ['the agreed answer under another status', 201, '{"result":"ok"}', { kind: 'status', status: 201 }],
    ['a redirect', 302, '{"result":"ok"}', { kind: 'redirect', status: 302 }],
    ['HTML', 200, '<html>ok</html>', { kind: 'invalid_answer' }],
    ['nothing', 200, '', { kind: 'invalid_answer' }],
    ['null', 200, 'null', { kind: 'invalid_answer' }],
    ['another result', 200, '{"result":"OK"}', { kind: 'invalid_answer' }],
    ['a list', 200, '[{"result":"ok"}]', { kind: 'invalid_answer' }],
    ['a string twice wrapped', 200, JSON.stringify(JSON.stringify('{"result":"ok"}')), { kind: 'invalid_answer' }],
    ['more than is read', 200, undefined, { kind: 'invalid_answer' }],
  ])('is a failure: %s', (_what, status, text, error) => {
    expect(judge(status, text)).toEqual({ ok: false, error });
  });
});
