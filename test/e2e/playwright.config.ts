import { defineConfig } from '@playwright/test';
import { browserLaunch } from '../../scripts/find-browser.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    launchOptions: browserLaunch(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Waiting for dialogs to move would cost a tenth of the run; specs about motion allow it.
    contextOptions: { reducedMotion: 'reduce' },
    // Routes of a test do not see what a worker fetches; the specs that are about it allow it.
    serviceWorkers: 'block',
    // A trace of every test would cost a fifth of the run.
    trace: 'on-first-retry',
  },
});
