import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '#shared/domain/system-code.ts';

/** Another engine, in whichever host, is using this data folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Counterbell is already running on ${folder}; stop it first, or choose another data folder`);
    this.name = 'FolderInUse';
  }
}

const SHOP_PROBLEMS = {
  missing: 'there is no counterbell.db',
  empty: 'counterbell.db is empty',
  no_installation: 'counterbell.db holds no installation',
  foreign: 'counterbell.db was made by another program',
  damaged: 'counterbell.db is no database, or damaged',
} as const;

/** The data folder had a shop, or has something else in its place: starting would begin a new one over it. */
export class ShopMissing extends Error {
  override readonly name = 'ShopMissing';
  readonly folder: string;
  readonly problem: keyof typeof SHOP_PROBLEMS;
  /** names in the folder that show that there was a shop */
  readonly found: readonly string[];

  constructor(folder: string, problem: keyof typeof SHOP_PROBLEMS, found: readonly string[]) {
    const traces = found.length === 0 ? '' : `, but ${found.join(', ')}`;
    super(
      `in the data folder ${folder} ${SHOP_PROBLEMS[problem]}${traces}. Nothing was changed. Put the database back, or choose another folder with --data-dir, or start once with --start-over: it moves the old files aside and begins a new shop, in which a backup can be restored`,
    );
    this.folder = folder;
    this.problem = problem;
    this.found = found;
  }
}

/** The longest socket path that every Unix accepts, in bytes. */
const SOCKET_PATH_LIMIT = 100;

/** Error codes of file systems without sockets (some network and container mounts). */
const NO_SOCKETS_HERE: ReadonlySet<unknown> = new Set(['ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EINVAL', 'ENAMETOOLONG']);
const NOT_WRITABLE: ReadonlySet<unknown> = new Set(['EACCES', 'EROFS']);
/** Error codes of a socket whose owner is gone. */
const NOBODY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT']);

/**
 * Keeps all other engines out of a data folder (created if missing) until the returned function is called or the
 * process ends, in whatever way: the lock is a listening local socket, so it cannot outlive its owner. Rejects with
 * {@link FolderInUse}.
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { inside, outside } = socketPaths(realpathSync(folder));
    const server = (inside === undefined ? undefined : await hold(inside, folder)) ?? (await hold(outside, folder));
    if (server === undefined) throw new Error(`Nothing here can lock the data folder ${folder}`);
    return () => server[Symbol.asyncDispose]();
  } catch (cause) {
    if (NOT_WRITABLE.has(systemCode(cause)))
      throw new Error(`This user may not write to the data folder ${folder}`, { cause });
    throw cause;
  }
}

/** Lock in the folder itself, so that a container sharing it sees the same; otherwise a name derived from its path. */
function socketPaths(folder: string): { readonly inside: string | undefined; readonly outside: string } {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return { inside: undefined, outside: `\\\\.\\pipe\\counterbell-${hash}` };
  const inside = join(folder, 'engine.lock');
  const fits = Buffer.byteLength(inside) + 16 <= SOCKET_PATH_LIMIT;
  return { inside: fits ? inside : undefined, outside: join(tmpdir(), `counterbell-${hash}.lock`) };
}

/** undefined: no socket can be created there */
async function hold(path: string, folder: string): Promise<Server | undefined> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const server = createServer((socket) => socket.destroy()).listen({ path, exclusive: true });
      await once(server, 'listening');
      return server.unref();
    } catch (error) {
      if (NO_SOCKETS_HERE.has(systemCode(error))) return undefined;
      if (systemCode(error) !== 'EADDRINUSE') throw error;
    }
    if (process.platform === 'win32') break;
    const found = identity(path);
    if ((await answers(path)) || !clearAway(path, found)) break;
  }
  throw new FolderInUse(folder);
}

async function answers(path: string): Promise<boolean> {
  const socket = connect({ path });
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return !NOBODY.has(systemCode(error));
  } finally {
    socket.destroy();
  }
}

/**
 * Removes a dead socket. If two starts find the same dead one, the slower could remove the new socket of the faster:
 * the moved one is compared with the one found, and put back if it differs.
 */
function clearAway(path: string, found: string | undefined): boolean {
  const moved = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, moved);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return true;
    throw error;
  }
  if (identity(moved) !== found) {
    renameSync(moved, path);
    return false;
  }
  rmSync(moved, { force: true });
  return true;
}

function identity(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.dev}:${stat.ino}:${stat.birthtimeNs}`;
}
