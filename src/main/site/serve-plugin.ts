import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { ZipFile } from 'yazl';
import { NO_STORE_HEADERS, refusedAnswer } from '#main/media/answers.ts';
import type { MediaAnswer, MediaRequest } from '#main/media/ports.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { wordpressPlugin } from './wordpress-plugin.ts';

const PLACE = /^\/media\/site\/([^/]+)\/wordpress\.zip$/;

export interface ServePluginOptions {
  /** the address of a channel's script. Throws ContractError */
  readonly script: (channelId: string) => string;
  readonly wall: () => number;
  readonly log: Pick<Logger, 'error'>;
}

/** Whether a request below `/media/` is for the WordPress plugin of a channel. */
export function isForPlugin(url: string): boolean {
  return PLACE.test(new URL(url, 'http://console').pathname);
}

/** Serves `GET /media/site/<channel>/wordpress.zip` to the console as a download. */
export function createServePlugin(options: ServePluginOptions): (request: MediaRequest) => Promise<MediaAnswer> {
  return async ({ method, url }) => {
    try {
      const [, channelId = ''] = PLACE.exec(new URL(url, 'http://console').pathname) ?? [];
      if (method === 'POST') throw new ContractError('not_found', phrase('errors:refusals.no.channel'));
      const zip = new ZipFile();
      for (const { path, text } of wordpressPlugin(options.script(decodeURIComponent(channelId))))
        zip.addBuffer(Buffer.from(text), path, { mtime: new Date(options.wall()) });
      zip.end();
      const bytes = await buffer(zip.outputStream);
      return {
        status: 200,
        headers: {
          ...NO_STORE_HEADERS,
          'content-type': 'application/zip',
          'content-length': String(bytes.byteLength),
          'content-disposition': 'attachment; filename="counterbell.zip"',
        },
        body: method === 'HEAD' ? undefined : Readable.from(bytes, { objectMode: false }),
      };
    } catch (error) {
      if (error instanceof ContractError) return refusedAnswer(error);
      options.log.error({ err: error }, 'the WordPress plugin could not be made');
      return refusedAnswer({ code: 'internal', reason: phrase('errors:refusals.internal.text') });
    }
  };
}
