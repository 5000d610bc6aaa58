import { defineConfig } from '@playwright/test';
import desktop from '../playwright.config.ts';

/** The app's window at a computer of its own: what runs these must be in a network namespace of its own. */
export default defineConfig({
  ...desktop,
  testDir: '.',
  testIgnore: [],
  expect: { timeout: 20_000 },
  outputDir: '/run/counterbell-window-results',
});
