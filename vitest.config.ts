import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { outcomeReporter, THOROUGH } from './scripts/test/stage.ts';

/** Where `npm test` expects the results of a run. */
const { COUNTERBELL_OUTCOME: outcome } = process.env;

export default defineConfig({
  test: {
    reporters: ['default', ...(outcome === undefined ? [] : [outcomeReporter(outcome)])],
    tags: [{ name: THOROUGH, description: 'Kills, real programs, worst cases: run by `npm run test:all` only.' }],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'test/lint/**/*.test.ts'],
          testTimeout: 20_000,
          // Loading the modules anew for each file would take longer than the tests.
          isolate: false,
          // By default a computer with two cores has one.
          maxWorkers: 2,
          globalSetup: 'test/unit/store-threads.ts',
          setupFiles: ['test/unit/all-texts.ts'],
          alias: { electron: fileURLToPath(new URL('test/unit/no-electron.ts', import.meta.url)) },
          // Otherwise Vitest empties stylesheets, and the contrast test reads one.
          css: true,
        },
      },
      {
        test: { name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
      },
      {
        // Again, with a website in between.
        test: {
          name: 'letterbox',
          include: ['test/integration/chat-channel/{section-*,identity,content,duplicates,reading,typing}.test.ts'],
          setupFiles: ['test/integration/behind-a-website.ts'],
          env: { COUNTERBELL_BEHIND: 'website' },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        // Again, with PostgreSQL for SQLite: what stores something, but for what only SQLite has.
        test: {
          name: 'postgres',
          include: ['src/main/{store,bots,channels,chats,hours,media,operators,reports,settings,site}/**/*.test.ts'],
          exclude: ['src/main/store/{archive,postgres,schema,sqlite,threads}/**'],
          globalSetup: ['test/unit/postgres.ts', 'test/unit/store-threads.ts'],
          setupFiles: 'test/unit/needs-postgres.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        // Again, with two hosts over one PostgreSQL, each request to any of them.
        test: {
          name: 'hosts-on-postgres',
          include: [
            'test/contract/**/*.test.ts',
            'test/integration/{live-events,metrics}.test.ts',
            'test/integration/chat-channel/{section-*,identity,content,duplicates,reading,typing,restart}.test.ts',
            'test/integration/bots/{section-*,hand-over,presence,ratings,repeats}.test.ts',
            'test/integration/{hours,limited-operators,needs-person,notes,push,roles,saved-replies,scheduled-replies}.test.ts',
            'test/integration/{two-operators,two-windows,site/any-process,site/people}.test.ts',
          ],
          globalSetup: 'test/unit/postgres.ts',
          setupFiles: 'test/integration/on-postgres.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        // Hosts run in the tests' own processes: two are enough for two cores, and each loads the engine once.
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
          maxConcurrency: 64,
        },
      },
    ],
  },
});
