import { defineConfig } from '@playwright/test';
import desktop from '../playwright.config.ts';

/** The specs for the packed app: its own, and those that protect the window. */
export default defineConfig({
  ...desktop,
  testDir: '..',
  testMatch: ['packaged/*.spec.ts', 'running/window.spec.ts'],
  testIgnore: [],
});
