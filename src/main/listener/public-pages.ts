import { createHash } from 'node:crypto';
import type { FastifyPluginCallback } from 'fastify';
import { notFound } from '#main/intake/request-problem.ts';

export interface PublicPageOptions {
  /** the answer to `GET /reach/<nonce>`; undefined: no such nonce */
  readonly reachAnswer: (nonce: string) => string | undefined;
  /** true while messages can be stored */
  readonly isWritable: () => Promise<boolean>;
  /** true while new requests are wanted here, too */
  readonly isReady: () => Promise<boolean>;
}

const STYLE =
  ':root{color-scheme:light dark}body{max-width:32rem;margin:20vh auto 0;padding:0 1.5rem;font:1rem/1.6 system-ui,sans-serif}h1{font-size:1.25rem}';
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Message service</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>There is nothing to see here</h1>
<p>This address takes messages from programs. If you came here to check it: it answers.</p>
</main>
</body>
</html>
`;

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
} as const;

const PAGE_HEADERS = {
  ...HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
} as const;

/** Serves the listener's pages besides the interfaces: one that reveals nothing, its health and reach-check nonces. */
export const publicPages: FastifyPluginCallback<PublicPageOptions> = (
  app,
  { reachAnswer, isWritable, isReady },
  done,
) => {
  app.get('/', { exposeHeadRoute: true }, (_request, reply) => void reply.headers(PAGE_HEADERS).send(PAGE));
  for (const [path, ask] of Object.entries({ '/health': isWritable, '/ready': isReady }))
    app.get(path, { exposeHeadRoute: true }, async (_request, reply) => {
      const isOk = await ask();
      return reply
        .code(isOk ? 200 : 503)
        .headers(HEADERS)
        .type('application/json')
        .send(JSON.stringify({ status: isOk ? 'ok' : 'failing' }));
    });
  const addressee = (): never => {
    throw notFound();
  };
  app.get<{ Params: { nonce: string } }>('/reach/:nonce', { config: { addressee } }, (request, reply) => {
    const answer = reachAnswer(request.params.nonce) ?? addressee();
    void reply.headers(HEADERS).type('text/plain; charset=utf-8').send(answer);
  });
  done();
};
