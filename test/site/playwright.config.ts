import { defineConfig } from '@playwright/test';
import journeys from '../e2e/playwright.config.ts';

/** The window on websites, in the same browser as the console's journeys. */
export default defineConfig(journeys, { outputDir: '../../test-results/site' });
