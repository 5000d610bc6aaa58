import assert from 'node:assert/strict';
import { naming } from '../fixtures/stale-answers.ts';
import type { ContractCase } from './context.ts';

export const programCases: readonly ContractCase[] = [
  {
    name: 'programs.add gives a key once, programs.list shows who has one, programs.remove ends it, and windows are told',
    run: async ({ ok, refused, withWindow }) => {
      const listed = async () => (await ok('programs.list', {})).programs.map(({ id, name }) => ({ id, name }));
      await withWindow(async (window) => {
        await window.hello();
        const { id, name, key } = await ok('programs.add', { name: ' Accounts ' });
        assert.equal(name, 'Accounts');
        assert.ok(key.length >= 32);
        await window.waitFor('answers.stale', naming('programs.list'));
        assert.deepEqual(await listed(), [{ id, name }]);
        assert.equal((await refused('operators.remove', { operatorId: id })).code, 'not_found');
        await ok('programs.remove', { programId: id });
        assert.deepEqual(await listed(), []);
        assert.equal((await refused('programs.remove', { programId: id })).code, 'not_found');
      });
      assert.equal((await refused('programs.add', { name: '  ' })).code, 'invalid_input');
      const { id: operatorId } = await ok('operators.update', {});
      assert.equal((await refused('programs.remove', { programId: operatorId })).code, 'not_found');
    },
  },
  {
    name: 'webhooks.add, change, renewKey and remove keep addresses that are told what happens, each with a key of its own',
    run: async ({ ok, refused, withWindow }) => {
      const url = 'https://crm.example/events';
      await withWindow(async (window) => {
        await window.hello();
        const { id: webhookId, ...added } = await ok('webhooks.add', { url: 'crm.example/events' });
        const events = ['chat.opened', 'message.added', 'chat.closed', 'chat.rated'];
        assert.deepEqual(added, { url, allowPlainHttp: false, events, isOn: true, waiting: 0 });
        await window.waitFor('answers.stale', naming('webhooks.list'));
        const changed = await ok('webhooks.change', { webhookId, events: ['chat.closed'], isOn: false });
        assert.deepEqual([changed.events, changed.isOn], [['chat.closed'], false]);
        assert.deepEqual((await ok('webhooks.list', {})).webhooks, [changed]);
        const { key } = await ok('webhooks.key', { webhookId });
        await ok('webhooks.renewKey', { webhookId });
        assert.notEqual((await ok('webhooks.key', { webhookId })).key, key);
        const plain = await refused('webhooks.change', { webhookId, url: 'http://crm.example/events' });
        assert.deepEqual([plain.code, plain.issues?.[0]?.path], ['endpoint_not_allowed', 'url']);
        await ok('webhooks.remove', { webhookId });
        for (const route of ['webhooks.key', 'webhooks.renewKey', 'webhooks.change', 'webhooks.remove'])
          assert.equal((await refused(route, { webhookId })).code, 'not_found');
      });
      assert.deepEqual((await ok('webhooks.list', {})).webhooks, []);
      assert.equal((await refused('webhooks.add', { url, events: [] })).code, 'invalid_input');
    },
  },
];
