import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { ALWAYS_OPEN, type WorkingHours } from '#shared/domain/working-hours.ts';
import { naming } from '../fixtures/stale-answers.ts';

const NEVER: WorkingHours = { ...ALWAYS_OPEN, always: false, week: Array.from({ length: 7 }, () => []) };

export const hoursCases: readonly ContractCase[] = [
  {
    name: 'hours.update closes what it closes, is told, and leaves alone what it does not name',
    run: async ({ ok, refused, withWindow }) => {
      const before = await ok('hours.get', {});
      assert.deepEqual(
        [before.settings.waiting, before.settings.autoClose, before.installation.open],
        [{ attention: 1, urgent: 5 }, 0, true],
      );
      await withWindow(async (window) => {
        await window.hello();
        assert.deepEqual((await ok('hours.update', { hours: NEVER })).hours, NEVER);
        await window.waitFor('answers.stale', naming('hours.get'));
      });
      assert.deepEqual((await ok('hours.get', {})).installation, { open: false, limited: true, zone: 'UTC' });
      assert.deepEqual(await ok('hours.update', { waiting: { attention: 2, urgent: 10 }, autoClose: 48 }), {
        hours: NEVER,
        waiting: { attention: 2, urgent: 10 },
        autoClose: 48,
      });
      const error = await refused('hours.update', { hours: { ...NEVER, zone: 'Mars/Olympus' } });
      assert.deepEqual([error.code, error.issues?.[0]?.path], ['invalid_input', 'hours.zone']);
      await ok('hours.update', before.settings);
      assert.deepEqual((await ok('hours.get', {})).settings, before.settings);
    },
  },
  {
    name: 'a channel has hours of its own and an away message, until it is given the installation’s again',
    run: async ({ ok, newChannel }) => {
      const { id: channelId } = await newChannel();
      const stateOf = async () =>
        (await ok('hours.get', {})).channels.find((channel) => channel.channelId === channelId);
      assert.deepEqual(await stateOf(), { channelId, open: true, limited: false, zone: 'UTC' });
      const away = { on: true, text: 'Tomorrow again', when: 'always' as const };
      const changed = await ok('channels.update', { channelId, hours: NEVER, away });
      assert.deepEqual([changed.hours, changed.away], [NEVER, away]);
      assert.deepEqual(await stateOf(), { channelId, open: false, limited: true, zone: 'UTC' });
      assert.equal((await ok('channels.update', { channelId, hours: null })).hours ?? null, null);
      assert.equal((await stateOf())?.open, true);
    },
  },
];
