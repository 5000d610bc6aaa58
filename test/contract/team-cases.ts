import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { naming } from '../fixtures/stale-answers.ts';

export const teamCases: readonly ContractCase[] = [
  {
    name: 'operators are added, changed, given a new key and removed; each is told to every window',
    run: async ({ ok, refused, withWindow }) => {
      await withWindow(async (window) => {
        await window.hello();
        const { operator, accessKey } = await ok('operators.add', { name: ' Ivan ' });
        await window.waitFor('answers.stale', naming('operators.list'));
        assert.deepEqual(
          [operator.name, operator.presence, operator.available, operator.role],
          ['Ivan', 'away', false, 'operator'],
        );
        const changed = await ok('operators.change', {
          operatorId: operator.id,
          name: 'Ivan the second',
          photo: 'https://x.example/ivan.png',
        });
        assert.deepEqual(changed, { ...operator, name: 'Ivan the second', photo: 'https://x.example/ivan.png' });
        assert.deepEqual((await ok('operators.list', {})).operators.at(-1), changed);
        const renewed = await ok('operators.renewKey', { operatorId: operator.id });
        assert.notEqual(renewed.accessKey, accessKey);
        assert.deepEqual(await ok('operators.remove', { operatorId: operator.id }), { queued: 0 });
        assert.equal((await refused('operators.change', { operatorId: operator.id, name: 'Again' })).code, 'not_found');
        assert.equal((await refused('operators.remove', { operatorId: operator.id })).code, 'not_found');
        assert.equal((await refused('operators.renewKey', { operatorId: operator.id })).code, 'not_found');
      });
    },
  },
  {
    name: 'operators.setPicture and channels.setPicture keep a JPEG, and take a photo that was linked away with it',
    run: async ({ ok, refused, newChannel }) => {
      const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex').toString('base64');
      const { id: operatorId } = await ok('operators.update', { photo: 'https://shop.example/olga.png' });
      const first = await ok('operators.setPicture', { operatorId, jpeg });
      assert.equal(first.photo, undefined);
      const second = await ok('operators.setPicture', { operatorId, jpeg });
      assert.notEqual(second.picture, first.picture);
      // The first part of its address is permanent.
      assert.equal(second.picture?.split('.')[0], first.picture?.split('.')[0]);
      assert.equal((await ok('operators.setPicture', { operatorId, jpeg: null })).picture, undefined);
      const { id: channelId } = await newChannel();
      assert.match((await ok('channels.setPicture', { channelId, jpeg })).picture ?? '', /^[\w-]+\.[\w-]+$/);
      assert.equal((await ok('channels.setPicture', { channelId, jpeg: null })).picture, undefined);
      assert.equal((await ok('channels.update', { channelId, color: 'teal' })).color, 'teal');
      const png = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');
      const large = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(64 * 1024)]).toString('base64');
      for (const other of [png, large, '', 'no base64!'])
        assert.equal((await refused('operators.setPicture', { operatorId, jpeg: other })).code, 'invalid_input');
      assert.equal((await refused('operators.setPicture', { operatorId: 'nobody', jpeg })).code, 'not_found');
      assert.equal((await refused('channels.setPicture', { channelId: 'none', jpeg })).code, 'not_found');
    },
  },
  {
    name: 'team.change says whether operators see reports, to every window',
    run: async ({ ok, refused, withWindow }) => {
      await withWindow(async (window) => {
        await window.hello();
        for (const reports of [false, true]) {
          assert.equal((await ok('team.change', { reports })).reports, reports);
          await window.waitFor('answers.stale', naming('team.get'));
          assert.equal((await ok('team.get', {})).reports, reports);
        }
        assert.equal((await refused('team.change', { reports: 'yes' as never })).code, 'invalid_input');
      });
    },
  },
  {
    name: 'audit.list tells of changes, and team.renewAddresses renews what a removed colleague may have kept',
    run: async ({ ok, refused, newChannel, withWindow }) => {
      await withWindow(async (window) => {
        await window.hello();
        const me = await ok('operators.me', {});
        const { id: channelId } = await newChannel();
        await ok('channels.update', {
          channelId,
          name: 'A shop that is told of',
          away: { on: false, text: '', when: 'closed' },
        });
        await window.waitFor('answers.stale', naming('audit.list'));
        const { entries } = await ok('audit.list', { operatorId: me.id, limit: 1 });
        assert.deepEqual(
          [entries[0]?.action, entries[0]?.kind, entries[0]?.aboutId],
          ['changed', 'channel', channelId],
        );
        assert.equal((await refused('audit.list', { cursor: 'none' })).code, 'invalid_input');
        const { operator } = await ok('operators.add', { name: 'Uma' });
        await ok('operators.remove', { operatorId: operator.id });
        const { people } = await ok('audit.people', {});
        assert.ok(people.some(({ id, removedAt }) => id === operator.id && removedAt !== undefined));
        const before = await ok('channels.addresses', { channelId });
        assert.deepEqual(await ok('team.renewAddresses', {}), {});
        assert.notDeepEqual(await ok('channels.addresses', { channelId }), before);
      });
    },
  },
  {
    name: 'remoteAccess.change says whether and where colleagues get in, to every owner’s window',
    run: async ({ ok, refused, withWindow }) => {
      const before = await ok('remoteAccess.get', {});
      assert.deepEqual([before.on, before.isOpen, before.urls], [false, false, []]);
      await withWindow(async (window) => {
        await window.hello();
        assert.equal((await ok('remoteAccess.change', { port: 8795 })).port, 8795);
        await window.waitFor('answers.stale', naming('remoteAccess.get'));
      });
      const { addresses } = await ok('remoteAccess.addresses', {});
      assert.ok(addresses.every((address) => typeof address === 'string'));
      for (const port of [0, 80, 65_536, 1.5])
        assert.equal((await refused('remoteAccess.change', { port })).code, 'invalid_input');
      await ok('remoteAccess.change', { port: before.port });
    },
  },
  {
    name: 'oneself, and the last owner, stay',
    run: async ({ ok, refused }) => {
      const me = await ok('operators.me', {});
      assert.equal(me.role, 'owner');
      assert.equal((await refused('operators.remove', { operatorId: me.id })).code, 'not_removable');
      const demoted = await refused('operators.change', { operatorId: me.id, role: 'operator' });
      assert.ok(['last_owner', 'not_removable'].includes(demoted.code));
      const { operator } = await ok('operators.add', { name: 'Zoe', role: 'owner' });
      assert.equal(operator.role, 'owner');
      const changed = await ok('operators.change', { operatorId: operator.id, role: 'operator' });
      assert.equal(changed.role, 'operator');
      await ok('operators.remove', { operatorId: operator.id });
    },
  },
  {
    name: 'chats.assign gives a chat to a colleague with a note, and chats.unassign takes it back; a removal puts it into the queue',
    run: async ({ ok, refused, newChannel, write }) => {
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      const { operator } = await ok('operators.add', { name: 'Ivan' });
      const clientId = randomUUID();
      const assigned = await ok('chats.assign', { chatId, operatorId: operator.id, note: 'Knows the boat', clientId });
      assert.deepEqual([assigned.state, assigned.operatorId], ['active', operator.id]);
      assert.deepEqual(
        await ok('chats.assign', { chatId, operatorId: operator.id, note: 'Knows the boat', clientId }),
        assigned,
      );
      const { messages } = await ok('messages.list', { chatId });
      assert.deepEqual(
        messages.map(({ from, event }) => event?.kind ?? from),
        ['customer', 'assigned', 'note'],
      );
      assert.equal((await ok('chats.unassign', { chatId })).state, 'waiting');
      assert.equal((await refused('chats.unassign', { chatId })).code, 'chat_taken');
      assert.equal((await refused('chats.assign', { chatId, operatorId: 'nobody' })).code, 'not_found');
      await ok('chats.assign', { chatId, operatorId: operator.id });
      assert.deepEqual(await ok('operators.remove', { operatorId: operator.id }), { queued: 1 });
      const chat = await ok('chats.get', { chatId });
      assert.deepEqual([chat.state, chat.operatorId], ['waiting', undefined]);
      await ok('chats.close', { chatId });
      assert.equal((await refused('chats.unassign', { chatId })).code, 'chat_closed');
    },
  },
  {
    name: 'an invitation is made, listed, shown again and withdrawn; one for a device of one’s own; devices are listed',
    run: async ({ ok, refused }) => {
      // Wherever this runs, an invitation can lead there.
      const { outside } = await ok('remoteAccess.change', { outside: 'https://desk.example' });
      const { invitation, web, app, pin } = await ok('invitations.create', { name: 'Maria', role: 'operator' });
      assert.deepEqual([invitation.name, invitation.role, invitation.operatorId], ['Maria', 'operator', undefined]);
      assert.match(pin, /^[\w-]{43}$/);
      assert.equal(web.split('/join#')[1], app.split('counterbell://join/')[1]);
      const { id: invitationId } = invitation;
      assert.deepEqual((await ok('invitations.list', {})).invitations, [invitation]);
      assert.deepEqual(await ok('invitations.link', { invitationId }), { invitation, web, app, pin });
      const me = await ok('operators.me', {});
      assert.equal((await ok('devices.invite', {})).invitation.operatorId, me.id);
      for (const { id } of (await ok('invitations.list', {})).invitations)
        assert.deepEqual(await ok('invitations.withdraw', { invitationId: id }), {});
      assert.deepEqual((await ok('invitations.list', {})).invitations, []);
      for (const route of ['invitations.link', 'invitations.withdraw'] as const)
        assert.equal((await refused(route, { invitationId })).code, 'not_found');
      // Programs and the app's own window are no devices.
      assert.deepEqual(await ok('devices.list', {}), { devices: [] });
      assert.equal((await refused('devices.remove', { deviceId: 'none' })).code, 'not_found');
      assert.deepEqual(await ok('operators.connected', {}), { operatorIds: [] });
      assert.equal(outside, 'https://desk.example');
      await ok('remoteAccess.change', { outside: '' });
    },
  },
  {
    name: 'remoteAccess.renewKey makes another key, and ends what the one before let in',
    run: async ({ ok }) => {
      await ok('remoteAccess.change', { outside: 'https://desk.example' });
      const before = await ok('invitations.create', { name: 'Noor', role: 'operator' });
      assert.equal((await ok('remoteAccess.renewKey', {})).outside, 'https://desk.example');
      assert.deepEqual((await ok('invitations.list', {})).invitations, []);
      const after = await ok('invitations.create', { name: 'Noor', role: 'operator' });
      assert.notEqual(after.pin, before.pin);
      await ok('invitations.withdraw', { invitationId: after.invitation.id });
      await ok('remoteAccess.change', { outside: '' });
    },
  },
  {
    name: 'only a device is notified while it is closed; a window says whether it is visible',
    run: async ({ ok, refused, withWindow }) => {
      const target = { endpoint: 'https://push.example/1', p256dh: `BA${'A'.repeat(85)}`, auth: 'A'.repeat(22) };
      for (const answer of [
        refused('push.get', {}),
        refused('push.subscribe', { ...target, language: 'en', withWords: true }),
        refused('push.unsubscribe', {}),
      ])
        assert.equal((await answer).code, 'not_found');
      await withWindow(async (window) => {
        const { windowId } = await window.hello();
        for (const visible of [true, false]) assert.deepEqual(await ok('push.look', { windowId, visible }), {});
      });
      assert.equal((await refused('push.look', { windowId: 'none', visible: true })).code, 'not_found');
      assert.deepEqual(await ok('push.dismiss', { kind: 'waiting' }), {});
    },
  },
  {
    name: 'quiet hours are set and removed',
    run: async ({ ok, refused }) => {
      const quietHours = { from: 1320, to: 420, zone: 'Europe/Berlin' };
      assert.deepEqual((await ok('operators.update', { quietHours })).quietHours, quietHours);
      assert.deepEqual((await ok('operators.me', {})).quietHours, quietHours);
      const same = await refused('operators.update', { quietHours: { ...quietHours, to: 1320 } });
      assert.deepEqual([same.code, same.issues?.[0]?.path], ['invalid_input', 'quietHours.to']);
      assert.equal((await ok('operators.update', { quietHours: null })).quietHours, undefined);
    },
  },
  {
    name: 'a window says whether somebody is at its computer, and no other window may',
    run: async ({ ok, refused, withWindow }) => {
      await withWindow(async (window) => {
        const { windowId } = await window.hello();
        for (const present of [true, false, true])
          assert.deepEqual(await ok('operators.report', { windowId, present }), {});
        const strange = { windowId: 'another', present: true };
        assert.equal((await refused('operators.report', strange)).code, 'not_found');
      });
    },
  },
  {
    name: 'a window that shows a chat is seen at it until it closes',
    run: async ({ ok, refused, newChannel, write, withWindow }) => {
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      const me = await ok('operators.me', {});
      const windowId = await withWindow(async (window) => {
        const hello = await window.hello();
        await ok('chats.look', { windowId: hello.windowId, chatId });
        await window.waitFor('chat.attention', (at) => at.chatId === chatId && at.looking.includes(me.id));
        await ok('chats.typing', { chatId, typing: true });
        await window.waitFor('chat.attention', (at) => at.chatId === chatId && at.typing.includes(me.id));
        const { chats } = await ok('chats.attention', {});
        assert.deepEqual(
          chats.find((chat) => chat.chatId === chatId),
          { chatId, looking: [me.id], typing: [me.id] },
        );
        await ok('chats.typing', { chatId, typing: false });
        await ok('chats.look', { windowId: hello.windowId, chatId: null });
        await window.waitFor(
          'chat.attention',
          (at) => at.chatId === chatId && at.looking.length + at.typing.length === 0,
        );
        await ok('chats.look', { windowId: hello.windowId, chatId });
        return hello.windowId;
      });
      await withWindow(async (window) => {
        await window.hello();
        // A window's end is asynchronous: it may be reported, or be over before this one subscribes.
        const isOver = async (): Promise<boolean> =>
          !(await ok('chats.attention', {})).chats.some((chat) => chat.chatId === chatId);
        if (!(await isOver()))
          await window.waitFor('chat.attention', (at) => at.chatId === chatId && at.looking.length === 0);
        assert.ok(await isOver());
      });
      assert.equal((await refused('chats.look', { windowId, chatId })).code, 'not_found');
    },
  },
];
