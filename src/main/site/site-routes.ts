import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import { announcedBytes } from '#main/intake/admission.ts';
import { clientAddress } from '#main/intake/client-address.ts';
import { notFound } from '#main/intake/request-problem.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { languageOf } from '#shared/locales/languages.ts';
import type { SiteStatus } from '#shared/site/frames.ts';
import { chatPage, CHAT_PAGE_HEADERS } from './chat-page.ts';
import { connectionRoutes, type ConnectionRoutesOptions } from './connection-routes.ts';
import { moduleFile, type SiteFiles, windowTexts } from './site-files.ts';
import { channelOf, OPEN, type SiteRequest } from './site-request.ts';
import { uploadRoutes, type UploadRoutesOptions } from './uploads.ts';

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
    const channel = publicId === undefined ? undefined : channels.siteAt(publicId.replace(/\.js$/, ''));
    next(channel && admission.toChannel(channel.id, clientAddress(request), announcedBytes(request.headers)));
  });

  // An open stream or poll is a request that would hold up the end.
  app.addHook('preClose', (closed) => {
    visitors.closeAll();
    closed();
  });

  app.get('/site/assets/:file', (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const file = files.asset(request.params.file);
    if (file === undefined) throw notFound();
    return reply.headers(file.headers).send(file.content);
  });
  app.get('/site/:publicId', (request: SiteRequest, reply) => {
    if (!request.params.publicId.endsWith('.js')) throw notFound();
    channelOf(channels, request);
    const { headers, content } = files.loader();
    return reply.headers(headers).send(content);
  });
  app.get('/site/:publicId/texts/:file', async (request: SiteRequest, reply) => {
    const { site } = channelOf(channels, request);
    const language = languageOf(request.params.file?.replace(/\.js$/, ''));
    const texts = site && language && (await windowTexts(site, language.code)).module;
    if (texts === undefined) throw notFound();
    // A page opened before the texts were changed asks for those of that time.
    const { headers, content } = moduleFile(texts.source, texts.version in request.query);
    return reply.headers(headers).send(content);
  });
  app.get('/site/:publicId/status', async (request: SiteRequest, reply) => {
    const channel = channelOf(channels, request);
    const languages = (request.query['language'] ?? '').split(',').slice(0, 20);
    const status = websites.admit(channel, request.headers.origin, request.headers.host)
      ? await options.statusOf(channel, languages, 'page' in request.query)
      : { show: false };
    return reply.type('application/json').send(JSON.stringify(status));
  });
  app.get('/chat/:publicId', (request: SiteRequest, reply) => {
    const channel = channelOf(channels, request);
    return reply.headers(CHAT_PAGE_HEADERS).send(chatPage(channel, request.headers['accept-language']));
  });

  connectionRoutes(app, options);
  uploadRoutes(app, options);
  done();
};
