import { defineConfig } from '@playwright/test';

const retries = process.env['CI'] === undefined ? 0 : 1;

/** Hosts and colleagues on computers of their own, in network namespaces: most of the time they wait for the network. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/network',
  fullyParallel: true,
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  retries,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
});
