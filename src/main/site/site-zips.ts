import type { Logger } from 'pino';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { type MediaAnswer, type MediaRequest, NO_STORE_HEADERS, refusedAnswer } from '#main/media/ports.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';

const PLACE = /^\/media\/site\/([^/]+)\/(wordpress|letterbox)\.zip$/;
type ZipName = 'wordpress' | 'letterbox';
/** The files of a channel's zip by their path in its folder `counterbell`. Throws ContractError */
type FilesOf = (channelId: string) => ReadonlyMap<string, Buffer | string>;

const placeOf = (url: string): RegExpExecArray | null => PLACE.exec(new URL(url, 'http://console').pathname);

interface ServeSiteZipsOptions extends Readonly<Record<ZipName, FilesOf>> {
  readonly wall: () => number;
  readonly log: Pick<Logger, 'error'>;
}

/** Matches requests below `/media/` for what owners install on their websites. */
export const isForSiteZips = (url: string): boolean => placeOf(url) !== null;

/** A zip of files by their path in the folder `counterbell`. `at`: their date */
export async function zipOf(files: ReadonlyMap<string, Buffer | string>, at: Date): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of files) zip.addBuffer(Buffer.from(content), `counterbell/${path}`, { mtime: at });
  zip.end();
  return buffer(zip.outputStream);
}

/** Serves `GET /media/site/<channel>/wordpress.zip` and `…/letterbox.zip` to the console as downloads. */
export function createServeSiteZips(options: ServeSiteZipsOptions): (request: MediaRequest) => Promise<MediaAnswer> {
  return async ({ method, url }) => {
    try {
      const [, channelId = '', name = ''] = placeOf(url) ?? [];
      if (method === 'POST') throw new ContractError('not_found', phrase('errors:refusals.no.channel'));
      const bytes = await zipOf(options[name as ZipName](decodeURIComponent(channelId)), new Date(options.wall()));
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
      options.log.error({ err: error }, 'a zip for a website could not be made');
      return refusedAnswer({ code: 'internal', reason: phrase('errors:refusals.internal.text') });
    }
  };
}
