import { readFileSync } from 'node:fs';
import { enableCompileCache, isBuiltin } from 'node:module';
import { extname, join } from 'node:path';
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
  const program = {
    requireShop,
    openStore: (folder: string, log: Logger) => openStore({ file: databaseFile(folder), threads, log }),
    // With its flag only: the desktop's package has no PostgreSQL.
    openPostgres: async (database: NonNullable<HeadlessOptions['database']>, folder: string, log: Logger) => {
      const { openPostgresStore } = await import('./store/postgres/open-postgres.ts');
      return await openPostgresStore({ ...database, threads, journalFile: join(folder, 'journal.db'), log });
    },
    move: async (options: MoveOptions & { readonly key: string }) => {
      const { moveInstallation } = await import('./archive/move.ts');
      const { requireForServer } = await import('./engine/shared-database.ts');
      return await moveInstallation({ ...options, requireForServer });
    },
    loadEngine: () => import('./engine/start-engine.ts'),
    storeThreads: threads,
    siteFolder: fileURLToPath(new URL(ending === '.ts' ? '../../out/site' : '../site', here)),
    renderer: fileURLToPath(new URL(ending === '.ts' ? '../../out/renderer' : '../renderer', here)),
    version: manifest.version,
    vaultKey: process.env['COUNTERBELL_KEY'],
    databaseUrl: process.env['COUNTERBELL_DATABASE_URL'],
  };
  await runHeadless(program, process.argv.slice(2));
}
