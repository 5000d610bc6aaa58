import { defineConfig } from '@playwright/test';
import desktop from '../playwright.config.ts';

/** The specs that the packed app is held to: those of its own, and what protects the window. */
export default defineConfig({
  ...desktop,
  testDir: '..',
  testMatch: ['packaged/*.spec.ts', 'window.spec.ts'],
  testIgnore: [],
});
