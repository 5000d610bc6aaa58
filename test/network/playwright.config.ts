import { defineConfig } from '@playwright/test';

/** Hosts and colleagues on computers of their own, in network namespaces: most of the time they wait for the network. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/network',
  fullyParallel: true,
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
});
