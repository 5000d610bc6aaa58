import { pino } from 'pino';
import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import type { RatingPage } from './rating-form.ts';
import { ratingPageRoutes, type RatingPageOptions } from './rating-page.ts';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { foreignText } from '#shared/locales/phrase.ts';

interface Posted {
  readonly asked: { readonly token: string };
  readonly rate: number;
  readonly comment: string | undefined;
}

let app: FastifyInstance;
let pages: Map<string, RatingPage>;
let answers: (Omit<Posted, 'asked'> & { readonly token: string })[];
let failure: Error | undefined;
let faults: unknown[];

beforeEach(async () => {
  pages = new Map([
    ['open', { state: 'open' }],
    ['answered', { state: 'answered', rate: 2, comment: 'Slow' }],
    ['settled', { state: 'settled', rate: 5 }],
    ['expired', { state: 'expired' }],
  ]);
  [answers, failure, faults] = [[], undefined, []];
  // As in the listener: every body is bytes.
  app = Fastify({ exposeHeadRoutes: false });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  await app.register(ratingPageRoutes, {
    admission: { lookUp: (_address, find) => find() },
    log: pino({ level: 'error' }, { write: (line: string) => void faults.push(JSON.parse(line)) }),
    clock: createFakeClock(),
    store: {
      read: async (_name: string, { token }: { readonly token: string }) => {
        if (failure !== undefined) throw failure;
        return pages.get(token);
      },
    } as unknown as RatingPageOptions['store'],
    perform: {
      'ratings.rate': async ({ asked: { token }, ...answer }: Posted) => {
        if (failure !== undefined) throw failure;
        const page = pages.get(token);
        if (page?.state !== 'open' && page?.state !== 'answered') return page;
        answers.push({ token, ...answer });
        pages.set(token, { state: 'answered', ...answer });
        return pages.get(token);
      },
    } as unknown as RatingPageOptions['perform'],
  });
});
afterEach(() => app.close());

const get = (token: string, headers: InjectOptions['headers'] = {}) => app.inject({ url: `/rating/${token}`, headers });
const post = (token: string, payload: string) =>
  app.inject({
    method: 'POST',
    url: `/rating/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  });

const count = (page: string, piece: string | RegExp) => page.split(piece).length - 1;

describe('the rating page', () => {
  test('is a form of five stars and a comment that posts to its own address', async () => {
    const { statusCode, body } = await get('open');
    expect(statusCode).toBe(200);
    expect(body).toContain('<form method="post" action="">');
    for (const value of [1, 2, 3, 4, 5])
      expect(body).toContain(`<input type="radio" name="rate" value="${value}" required>`);
    expect(count(body, '<fieldset>')).toBe(1);
    expect(body).toMatch(/<label for="comment">[\s\S]*<textarea id="comment" name="comment"/);
    expect(body).not.toContain('<script');
  });

  test('accepts a rating, and a reload does not send it again', async () => {
    const answered = await post('open', 'rate=4&comment=+Quick+');
    expect([answered.statusCode, answered.headers.location]).toEqual([303, './open']);
    expect(answers).toEqual([{ token: 'open', rate: 4, comment: 'Quick' }]);
    const { body } = await get('open');
    expect(body).toContain('Thank you');
    expect(body).toContain('4 of 5: good');
    expect(count(body, ' class="on"')).toBe(4);
    expect(body).toContain('>Quick</p>');
    expect(answers).toHaveLength(1);
  });

  test('accepts a rating without a comment', async () => {
    await post('open', 'rate=1&comment=');
    expect(answers).toEqual([{ token: 'open', rate: 1, comment: undefined }]);
    expect((await get('open')).body).not.toContain('Your comment');
  });

  test('posts to itself even with special characters in the token', async () => {
    pages.set('a/b?c', { state: 'open' });
    expect((await post('a%2Fb%3Fc', 'rate=4')).headers.location).toBe('./a%2Fb%3Fc');
  });

  test('lets a rating be changed while it is open to change, starting from the earlier one', async () => {
    const { body } = await get('answered');
    expect(body).toMatch(/<details><summary>Change my rating<\/summary>[\s\S]*<form/);
    expect(body).toContain('value="2" required checked>');
    expect(body).toContain('>\nSlow</textarea>');
    await post('answered', 'rate=5');
    expect(answers).toEqual([{ token: 'answered', rate: 5, comment: undefined }]);
  });

  test.each([
    ['settled', 'It can no longer be changed.'],
    ['expired', 'This link has expired'],
  ])('%s has no form and accepts no rating', async (token, words) => {
    const { statusCode, body } = await get(token);
    expect(statusCode).toBe(200);
    expect(body).toContain(words);
    expect(body).not.toContain('<form');
    expect((await post(token, 'rate=1')).statusCode).toBe(303);
    expect(answers).toEqual([]);
    const unchosen = await post(token, 'comment=x');
    expect([unchosen.statusCode, unchosen.body]).toEqual([422, body]);
  });

  test.each(['', 'rate=6&comment=Kind+people', 'rate=5.0'])('asks again for %j and keeps the comment', async (form) => {
    const { statusCode, body } = await post('open', form);
    expect(statusCode).toBe(422);
    expect(body).toContain('<p class="problem" id="problem" role="alert">Please choose one to five stars.</p>');
    expect(body).toContain('<fieldset aria-describedby="problem">');
    if (form.includes('Kind')) expect(body).toContain('>\nKind people</textarea>');
    expect(answers).toEqual([]);
  });

  test('is the same for every unknown address and method', async () => {
    const unknown = await Promise.all([
      get('nothing'),
      get('%3Cscript%3E'),
      get('open2'),
      post('nothing', 'rate=5'),
      post('nothing', ''),
    ]);
    expect(unknown.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(unknown.map(({ body }) => body)).size).toBe(1);
    expect(unknown[0]?.body).toContain('Page not found');
  });

  test('never treats what a customer wrote as markup', async () => {
    const hostile = `</textarea><script>alert("1")</script>&amp;'`;
    const shown = '&lt;/textarea&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;&#39;';
    pages.set('hostile', { state: 'answered', rate: 3, comment: hostile });
    const bodies = [
      (await get('hostile')).body,
      (await post('open', new URLSearchParams({ comment: hostile }).toString())).body,
    ];
    expect(bodies.map((body) => count(body, shown))).toEqual([2, 1]);
    expect(bodies.map((body) => count(body, '<script'))).toEqual([0, 0]);
  });

  test('uses the language that the browser asks for', async () => {
    const { body, headers } = await get('open', { 'accept-language': 'tlh, pt-BR;q=0.9' });
    expect(body).toContain('<html lang="pt-BR">');
    expect(body).toContain('Como foi o nosso atendimento?');
    expect(headers.vary).toBe('Accept-Language');
    expect((await get('nothing', { 'accept-language': 'ru' })).body).toContain('Страница не найдена');
    expect((await get('open', { 'accept-language': 'de-DE' })).body).toMatch(
      /<html lang="de">[^]*Wie zufrieden waren Sie/,
    );
  });

  test.each(['open', 'answered', 'settled', 'expired'] as const)(
    'shows the shop’s name, as text, while it is %s',
    async (state) => {
      pages.set(state, { ...pages.get(state), state, shop: 'Lamps & <b>more</b>' });
      const { body } = await get(state);
      expect(body).toContain('<p class="shop" dir="auto">Lamps &amp; &lt;b&gt;more&lt;/b&gt;</p>');
      expect(body).toMatch(/<title>[^<]+ · Lamps &amp; &lt;b&gt;more&lt;\/b&gt;<\/title>/);
    },
  );

  test('allows only its own style and form', async () => {
    const answered = await Promise.all([get('open'), get('nothing'), post('open', ''), post('open', 'rate=5')]);
    for (const { headers } of answered) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'/,
      );
    }
    const style = /<style>([\s\S]*)<\/style>/.exec(answered[0].body)?.[1] ?? '';
    expect(answered[0].headers['content-security-policy']).toContain(
      `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    );
    expect(answered[0].body).not.toMatch(/ style=/);
  });
});

describe('on failures', () => {
  test('shows a form that cannot be stored again with its comment', async () => {
    failure = new ContractError('storage_unavailable', foreignText('Nothing can be stored right now'));
    const { statusCode, body, headers } = await post('open', 'rate=4&comment=Kind');
    expect([statusCode, headers['retry-after']]).toEqual([503, '60']);
    expect(body).toContain('We couldn’t save your rating');
    expect(body).toContain('value="4" required checked>');
    expect(body).toContain('>\nKind</textarea>');
  });

  test('reports that a page cannot be read', async () => {
    failure = new ContractError('storage_unavailable', foreignText('Nothing can be read right now'));
    for (const answer of [await get('open'), await post('open', '')]) {
      expect(answer.statusCode).toBe(503);
      expect(answer.body).toContain('This page can’t be shown right now');
    }
    expect(faults).toEqual([]);
  });

  test('logs an internal error without showing it', async () => {
    failure = new Error('secret detail');
    const { statusCode, body } = await get('open');
    expect(statusCode).toBe(500);
    expect(body).not.toContain('secret detail');
    expect(faults).toMatchObject([{ err: { message: 'secret detail' } }]);
  });

  test('shows a comment that is too long again, whole, and says how long it may be', async () => {
    const comment = '🙂'.repeat(2001);
    const { statusCode, body } = await post('open', new URLSearchParams({ rate: '5', comment }).toString());
    expect(statusCode).toBe(422);
    expect(body).toContain(comment);
    expect(body).toContain('Please shorten your comment: it has 2001 characters, and 2000 are possible.');
    expect(answers).toEqual([]);
  });

  test('accepts 2000 characters of any script, but not far more', async () => {
    expect(
      (await post('open', new URLSearchParams({ rate: '5', comment: '🙂'.repeat(2000) }).toString())).statusCode,
    ).toBe(303);
    const refused = await post('open', `rate=5&comment=${'x'.repeat(40_000)}`);
    expect([refused.statusCode, refused.headers.connection]).toEqual([413, 'close']);
    expect(refused.body).toContain('Your comment is too long');
    expect(answers).toHaveLength(1);
  });
});
