import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // One app at a time: windows take the focus from each other.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The checkout may be read-only where a runtime is lent to it.
  outputDir: join(tmpdir(), 'counterbell-desktop-results'),
  reporter: [['list']],
});
