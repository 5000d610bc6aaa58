import { defineConfig } from '@playwright/test';
import { browserLaunch } from '../../scripts/find-browser.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // On a busy machine a browser may lose its breath: what passes only at the second try is named in the summary.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    launchOptions: browserLaunch(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
  },
});
