import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { S3mini } from 's3mini';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { type MediaFiles, UNKNOWN_MEDIA } from './ports.ts';

export interface S3Options {
  /** folder on this computer */
  readonly arriving: string;
  /** the environment, with what AWS's own programs read from it */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Milliseconds in which an answer has to begin, besides one for each of so many bytes that are sent. */
const ANSWER_LIMIT = 10_000;
const BYTES_PER_MS = 100;
const NAMES_AT_ONCE = 1000;
/** The bucket may have other things in it. */
const OURS = new RegExp(`^(?:[0-9a-f]{2}|${UNKNOWN_MEDIA})/[0-9a-f]{64}$`);

/**
 * Media files in an S3-compatible store, at `s3://bucket/prefix`. Throws without credentials; coded error of all calls:
 * storage_unavailable, if the store does not answer, or refuses.
 */
export function s3Files(url: string, { arriving, env, log }: S3Options): MediaFiles {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new Error('--media with S3 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const server = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'] ?? `https://s3.${region}.amazonaws.com`;
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(url) ?? [];
  const prefix = path === '' ? '' : `${path}/`;
  const endpoint = `${server.replace(/\/+$/, '')}/${bucket}`;
  const s3 = new S3mini({ accessKeyId, secretAccessKey, region, endpoint, fetch: fetchWithin });

  /** what the store answers; undefined: it has no such file */
  const answered = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw failed(error);
    }
  };
  const failed = (error: unknown): ContractError => {
    log.warn({ err: error }, 'the store of files failed');
    return new ContractError('storage_unavailable', phrase('errors:refusals.file.unreachable'));
  };
  return {
    arriving,
    isShared: false,
    place: url,
    pathOf: undefined,
    sizeOf: (name) => answered(s3.getContentLength(prefix + name)),
    put: async (from, name) => {
      // Without its bucket it answers 404, too.
      if ((await answered(s3.putObject(prefix + name, await openAsBlob(from)))) === undefined)
        throw failed(new Error(`there is no bucket ${bucket}`));
      await rm(from);
    },
    read: async (name, range) => {
      const get = s3.getObjectRaw(prefix + name, range === undefined, range?.start, range && range.end + 1);
      const body = (await answered(get))?.body;
      return body ? Readable.fromWeb(body) : Readable.from([]);
    },
    rename: async (from, to) => {
      // Not every store decodes a slash here; none of our names needs encoding.
      const additionalHeaders = { 'x-amz-copy-source': `/${bucket}/${prefix}${from}` };
      const copied = await answered(s3.copyObject(prefix + from, prefix + to, { additionalHeaders }));
      if (copied !== undefined) await answered(s3.deleteObject(prefix + from));
    },
    remove: async (name) => void (await answered(s3.deleteObject(prefix + name))),
    list: async function* list() {
      let next: string | undefined;
      do {
        const page = await answered(s3.listObjectsPaged('/', prefix, NAMES_AT_ONCE, next));
        const names = (page?.objects ?? []).map(({ Key: key }) => key.slice(prefix.length));
        yield names.filter((name) => OURS.test(name));
        next = page?.nextContinuationToken;
      } while (next !== undefined);
    },
  };
}

/** HTTP status in the error, or in what caused it. */
function statusOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'status' in error ? error.status : statusOf(error.cause);
}

async function fetchWithin(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const limit = new AbortController();
  const bytes = init?.body instanceof Blob ? init.body.size : 0;
  const timer = setTimeout(() => limit.abort(new Error('it does not answer')), ANSWER_LIMIT + bytes / BYTES_PER_MS);
  try {
    return await fetch(url, { ...init, signal: limit.signal });
  } finally {
    clearTimeout(timer);
  }
}
