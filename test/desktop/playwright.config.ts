import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findRuntime } from './runtime.ts';

// The reports show that a test was skipped, but not why. Workers read this file too.
const runtime = findRuntime();
if ('missing' in runtime && process.env['TEST_WORKER_INDEX'] === undefined)
  console.log(`Desktop specs are skipped: ${runtime.missing}.`);

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // these have configurations of their own: for the packed app, and for one in a network of its own
  testIgnore: ['packaged/**', 'network/**'],
  // One app at a time: windows take the focus from each other.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The checkout may be read-only, or contain another user's results.
  outputDir: join(tmpdir(), `counterbell-desktop-results-${process.getuid?.() ?? 'mine'}`),
  reporter: [['list']],
});
