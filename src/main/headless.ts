import { readFileSync } from 'node:fs';
import { enableCompileCache, isBuiltin } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { HeadlessOptions, MoveOptions } from './headless/command-line.ts';

// The imports below need node:sqlite, so the check for an older Node has to come first.
if (isBuiltin('node:sqlite')) await main();
else {
  process.stderr.write(
    `Counterbell needs Node.js 24, which has SQLite built in; this is Node.js ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { default: envPaths } = await import('env-paths');
  // The next start finds its code compiled. Without a folder that this user may write to, it compiles again.
  enableCompileCache(join(envPaths('counterbell', { suffix: '' }).cache, 'code'));
  const { runHeadless } = await import('./headless/run-headless.ts');
  const { databaseFile, openStore } = await import('./store/store.ts');
  const { storeThreadsOf } = await import('./store/thread.ts');
  const { requireShop } = await import('./archive/require-shop.ts');
  const here = import.meta.url;
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', here), 'utf8')) as {
    readonly version: string;
  };
  const ending = extname(here);
  const threads = storeThreadsOf(here);
  const openMedia = async (media: string, folder: string, log: Logger) => {
    if (!media.startsWith('s3:')) return (await import('./media/folder-files.ts')).folderFiles(resolve(media), true);
    const { s3Files } = await import('./media/s3-files.ts');
    return s3Files(media, { arriving: join(folder, 'media', 'arriving'), env: process.env, log });
  };
  const program = {
    requireShop,
    openStore: (folder: string, log: Logger) => openStore({ file: databaseFile(folder), threads, log }),
    // With its flag only: the desktop's package has no PostgreSQL.
    openPostgres: async (database: NonNullable<HeadlessOptions['database']>, log: Logger) => {
      const { openPostgresStore } = await import('./store/postgres/open-postgres.ts');
      return await openPostgresStore({ ...database, version: manifest.version, log });
    },
    openMedia,
    move: async (options: MoveOptions & { readonly key: string }, log: Logger) => {
      const { moveInstallation } = await import('./archive/move.ts');
      const { requireForServer } = await import('./engine/shared-database.ts');
      const media = options.media === undefined ? undefined : await openMedia(options.media, options.folder, log);
      return await moveInstallation({ ...options, media, requireForServer });
    },
    loadEngine: () => import('./engine/start-engine.ts'),
    storeThreads: threads,
    siteFolder: fileURLToPath(new URL(ending === '.ts' ? '../../out/site' : '../site', here)),
    renderer: fileURLToPath(new URL(ending === '.ts' ? '../../out/renderer' : '../renderer', here)),
    version: manifest.version,
    vaultKey: process.env['COUNTERBELL_KEY'],
    databaseUrl: process.env['COUNTERBELL_DATABASE_URL'],
    metricsToken: process.env['COUNTERBELL_METRICS_TOKEN'] || undefined,
  };
  await runHeadless(program, process.argv.slice(2));
}
