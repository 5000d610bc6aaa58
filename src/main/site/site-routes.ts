import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { announcedBytes } from '#main/intake/admission.ts';
import { notFound } from '#main/intake/request-problem.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { languageFor } from '#shared/locales/languages.ts';
import type { SiteStatus } from '#shared/site/frames.ts';
import { connectionRoutes, type ConnectionRoutesOptions } from './connection-routes.ts';
import { encodedFor, type SiteFile, type SiteFiles } from './site-files.ts';
import { channelOf, OPEN, type SiteRequest } from './site-request.ts';
import { uploadRoutes, type UploadRoutesOptions } from './uploads.ts';
import { createHash } from 'node:crypto';

export interface SiteRoutesOptions extends ConnectionRoutesOptions, UploadRoutesOptions {
  readonly files: SiteFiles;
  readonly statusOf: (channel: ChannelRecord, languages: readonly string[], isPage: boolean) => Promise<SiteStatus>;
}

/** The window on websites: its files, the chat page, its connections and uploads. */
export const siteRoutes: FastifyPluginCallback<SiteRoutesOptions> = (app, options, done) => {
  const { channels, websites, visitors, admission, files } = options;

  app.addHook('onRequest', (request, reply, next) => {
    void reply.headers(OPEN);
    const { publicId } = request.params as { readonly publicId?: string };
    const channel = publicId === undefined ? undefined : channels.ofKindAt('site', publicId.replace(/\.js$/, ''));
    next(channel && admission.toChannel(channel.id, request.clientAddress, announcedBytes(request.headers)));
  });

  // A poll that waits is a request that would hold up the end.
  app.addHook('preClose', (closed) => {
    visitors.closeAll();
    closed();
  });

  app.get('/site/assets/:file', (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const file = files.asset(request.params.file);
    if (file === undefined) throw notFound();
    return sendFile(request, reply, file);
  });
  app.get('/site/:publicId', (request: SiteRequest, reply) => {
    if (!request.params.publicId.endsWith('.js')) throw notFound();
    channelOf(channels, request);
    return sendFile(request, reply, files.loader());
  });
  app.get('/site/:publicId/status', async (request: SiteRequest, reply) => {
    const channel = channelOf(channels, request);
    // Given twice, it is a list.
    const language: unknown = request.query['language'];
    const languages = typeof language === 'string' ? language.split(',').slice(0, 20) : [];
    const status: SiteStatus = websites.admit(channel, request)
      ? await options.statusOf(channel, languages, 'page' in request.query)
      : { show: false };
    const connects =
      status.show &&
      channel.site?.listsAll === true &&
      visitors.listsOneMore(channel.id, request.clientAddress, admission.isLimited());
    return reply.type('application/json').send(JSON.stringify({ ...status, ...(connects && { connects }) }));
  });
  app.get('/chat/:publicId', (request: SiteRequest, reply) => {
    const channel = channelOf(channels, request);
    return reply.headers(CHAT_PAGE_HEADERS).send(chatPage(channel, request.headers['accept-language']));
  });

  connectionRoutes(app, options);
  uploadRoutes(app, options);
  done();
};

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply {
  const { headers, content } = encodedFor(file, request.headers['accept-encoding']);
  return reply.headers(headers).send(content);
}

const STYLE =
  ':root{color-scheme:light dark}html,body{height:100%;margin:0;background:Canvas;color:CanvasText;font:1rem/1.5 system-ui,sans-serif}noscript p{margin:20vh auto 0;max-width:32rem;padding:0 1.5rem}';

/** Only our own script, style and connections; the window sets its own styles. */
const CHAT_PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "connect-src 'self'",
    "img-src 'self' https:",
    "media-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=()',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
} as const;

/** The page with nothing but a channel's window; its script is beside it, whatever is in front of both addresses. */
function chatPage(
  { name, publicId }: { readonly name: string; readonly publicId: string },
  acceptLanguage: string | undefined,
): string {
  const wanted = (acceptLanguage ?? '').split(',').map((part) => (part.split(';')[0] ?? '').trim());
  return `<!doctype html>
<html lang="${languageFor(wanted).code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<title>${escaped(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<noscript><p>JavaScript is needed to write to ${escaped(name)} here.</p></noscript>
<script async src="../site/${encodeURIComponent(publicId)}.js" data-page></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
