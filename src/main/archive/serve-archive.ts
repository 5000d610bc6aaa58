import type { EngineContext } from '#main/store/store.ts';
import { createReadStream, createWriteStream, renameSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { jobFailure } from '#main/jobs/jobs.ts';
import { jsonAnswer, type MediaAnswer, type MediaRequest, NO_STORE_HEADERS, refusedAnswer } from '#main/media/ports.ts';
import { attachmentHeader } from '#main/media/file-name.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { backupName } from './backup-format.ts';
import { findBackup, checkSpace } from './backups.ts';
import type { ArchivePaths } from './files.ts';
import { openBackup } from './read-backup.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface ServeArchiveOptions extends Pick<EngineContext, 'clock' | 'log'> {
  readonly paths: ArchivePaths;
  readonly folder: () => string;
  /** rejects if whoever asks has lost the role by now */
  readonly confirm: () => Promise<unknown>;
  /** name of the file at a path below `/media/exports/`; undefined if it is not known any more */
  readonly exportName: (path: string) => string | undefined;
  readonly onAdded: () => void;
}

const BACKUPS = '/media/backups';
const EXPORT = /^\/media\/exports\/([0-9a-f-]{36})\/(customer-\d{1,20}\.zip)$/;

/** Matches requests below `/media/` for backups and exports. */
export function isForArchive(url: string): boolean {
  const { pathname } = new URL(url, 'http://console');
  return pathname === BACKUPS || pathname.startsWith(`${BACKUPS}/`) || pathname.startsWith('/media/exports/');
}

/**
 * Serves `GET|HEAD /media/backups/<name>` and `/media/exports/<id>/<name>` to the console as downloads, and takes an
 * uploaded backup at `POST /media/backups`. Never throws.
 */
export function createServeArchive(options: ServeArchiveOptions): (request: MediaRequest) => Promise<MediaAnswer> {
  const { paths, folder, log } = options;
  return async (request) => {
    try {
      const { pathname } = new URL(request.url, 'http://console');
      if (request.method === 'POST') {
        if (pathname !== BACKUPS || request.body === undefined) throw new ContractError('not_found', NO_SUCH_FILE);
        return jsonAnswer(200, { name: await receiveBackup(options, request, request.body) });
      }
      const exported = EXPORT.exec(pathname);
      if (exported !== null)
        return await send(
          join(paths.exports, `${exported[1] ?? ''}.zip`),
          options.exportName(pathname) ?? exported[2] ?? '',
          request,
        );
      const name = pathname.slice(BACKUPS.length + 1);
      return await send(await findBackup(folder(), name), name, request);
    } catch (error) {
      if (!(error instanceof ContractError)) log.warn({ err: error }, 'a request for a backup met a fault');
      return refusedAnswer(
        error instanceof ContractError ? error : { code: 'storage_unavailable', reason: jobFailure(error) },
      );
    }
  };
}

const NO_SUCH_FILE = phrase('errors:refusals.nothing.file');

async function send(path: string, name: string, { method }: MediaRequest): Promise<MediaAnswer> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new ContractError('not_found', NO_SUCH_FILE);
  const headers = {
    ...NO_STORE_HEADERS,
    'content-type': 'application/zip',
    'content-disposition': attachmentHeader(name),
    'content-length': String(found.size),
  };
  return { status: 200, headers, body: method === 'HEAD' ? undefined : createReadStream(path) };
}

/** Adds it to the backups only once it is complete and valid; resolves to its name there. */
async function receiveBackup(
  { paths, folder, clock, confirm, onAdded }: ServeArchiveOptions,
  { signal, url }: MediaRequest,
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  const name = backupName(clock.wall(), 'added');
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await mkdir(paths.work, { recursive: true, mode: 0o700 });
  const path = join(folder(), name);
  const partial = `${path}.partial`;
  try {
    const expected = new URL(url, 'http://console').searchParams.get('size');
    const room = await checkSpace(folder(), Number(expected ?? 0));
    await pipeline(
      limitSize(body, expected === null ? room : Number(expected)),
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
      { signal },
    );
    // With Electron, only the length tells an aborted body from a complete one.
    if (expected !== null && (await stat(partial)).size !== Number(expected))
      throw new ContractError('not_arrived', phrase('errors:refusals.backup.notArrived'));
    (await openBackup(partial)).close();
    await confirm();
    // Before anything else can happen to the team.
    renameSync(partial, path);
    onAdded();
    return name;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Rejects a body that exceeds its announced length or the free space. */
async function* limitSize(body: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let left = most;
  for await (const piece of body) {
    left -= piece.byteLength;
    if (!(left >= 0)) throw new ContractError('not_arrived', phrase('errors:refusals.backup.notArrived'));
    yield piece;
  }
}
