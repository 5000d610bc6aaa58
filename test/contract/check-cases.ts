import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { naming } from '../fixtures/stale-answers.ts';

/** The check of everything that messages and replies depend on. */
export const checkCases: readonly ContractCase[] = [
  {
    name: 'the check reports each line as it comes, and keeps what it found',
    run: async ({ ok, newChannel, withWindow }) => {
      await newChannel();
      await withWindow(async (window) => {
        await window.hello();
        const [{ at, findings }] = await Promise.all([
          ok('checks.run', {}),
          window.waitFor('answers.stale', naming('checks.latest')),
        ]);
        const states = Object.fromEntries(findings.map(({ id, state }) => [id, state]));
        assert.equal(states['listener'], 'passed');
        assert.equal(states['body.length'], 'passed');
        assert.equal(states['body.chunked'], 'passed');
        assert.equal(states['store'], 'passed');
        assert.deepEqual(await ok('checks.latest', {}), { running: false, at, findings });
      });
    },
  },
];
