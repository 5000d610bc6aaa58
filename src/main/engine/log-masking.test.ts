import { describe, expect, test } from 'vitest';
import { maskSecrets } from './log-masking.ts';

describe('masked text', () => {
  test.each([
    ['{"accessKey":"olga-has-a-long-key","name":"Olga"}', '{"accessKey":"•••","name":"Olga"}'],
    [String.raw`{"token":"a\"b","err":{"secret": "x"}}`, '{"token":"•••","err":{"secret": "•••"}}'],
    ['POST http://127.0.0.1:8787/s3cret/shop-1/status failed', 'POST http://127.0.0.1:8787/••• failed'],
    ['see https://bot:pass@bot.example/webhooks/p/t0ken, please', 'see https://bot.example/••• please'],
    ['open http://127.0.0.1:8788/?key=abc#x', 'open http://127.0.0.1:8788/•••'],
    ['no postgres://shop:pass@db/shop?password=x here', 'no postgres://••• here'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer •••'],
    ['GET /?key=abc&x=1', 'GET /?•••'],
    ['{"path":"/?a=1&key=abc","msg":"closed"}', '{"path":"/?•••","msg":"closed"}'],
    ['in "/site/x/files?connection=abc" (GET)', 'in "/site/x/files?•••" (GET)'],
    ['followed a link with ?key=abc&x=1', 'followed a link with ?key=•••&x=1'],
  ])('%s', (text, wanted) => {
    expect(maskSecrets(text)).toBe(wanted);
  });

  test('is unchanged without secrets', () => {
    const text =
      '{"level":50,"path":"/home/olga/.config/Counterbell/settings.json","address":"http://127.0.0.1:8787","msg":"a store request failed"}';
    expect(maskSecrets(text)).toBe(text);
  });

  test('omits known secrets wherever they appear', () => {
    expect(maskSecrets('lost path-secret-2 and path-secret', ['path-secret', 'path-secret-2', ''])).toBe(
      'lost ••• and •••',
    );
  });
});
