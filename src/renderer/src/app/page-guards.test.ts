import { expect, it } from 'vitest';
import { setZodWithoutEval } from './page-guards.ts';

it('applies to a zod that is loaded later', async () => {
  setZodWithoutEval(globalThis);
  const { config } = await import('zod/v4/core');
  expect(config().jitless).toBe(true);
});
