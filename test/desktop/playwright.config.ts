import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findRuntime } from './runtime.ts';

// The reports tell that a test was skipped, but not why. Workers read this file too.
const runtime = findRuntime();
if ('missing' in runtime && process.env['TEST_WORKER_INDEX'] === undefined)
  console.log(`Desktop specs are skipped: ${runtime.missing}.`);

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // these have a configuration of their own, for the packed app
  testIgnore: 'packaged/**',
  // One app at a time: windows take the focus from each other.
  workers: 1,
  // What passes only at the second try is named in the summary.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The checkout may be read-only, and another user's run may have left its results there.
  outputDir: join(tmpdir(), `counterbell-desktop-results-${process.getuid?.() ?? 'mine'}`),
  reporter: [['list']],
});
