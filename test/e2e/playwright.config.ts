import { defineConfig } from '@playwright/test';
import { browserLaunch } from '../../scripts/find-browser.ts';

// On a busy machine a browser may time out: tests that pass only on the retry are named in the summary.
const retries = process.env['CI'] === undefined ? 0 : 1;

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  retries,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    launchOptions: browserLaunch(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Routes of a test do not see what a worker fetches; the specs that are about it allow it.
    serviceWorkers: 'block',
    // A trace of every test would cost a fifth of the run; traces of retries, which are rare, cost nothing.
    trace: retries > 0 ? 'on-first-retry' : 'retain-on-failure',
  },
});
