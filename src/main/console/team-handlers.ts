import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Caller } from '#shared/contract/calls.ts';
import type { ConsoleParts, HandlersOf } from './router.ts';
import { newSecret } from '#main/settings/installation.ts';

/** Operators, their devices, and remote access for colleagues. */
export function teamHandlers(
  parts: ConsoleParts,
): HandlersOf<'operators' | 'team' | 'remoteAccess' | 'devices' | 'invitations'> {
  const { bots, channels, devices, remoteAccess, touch, invitations, operators, settings, team } = parts;
  const isVisible = (operatorId: string, caller: Caller) => caller.role === 'owner' || operatorId === caller.operatorId;
  return {
    'remoteAccess.addresses': async () => ({ addresses: [...remoteAccess.addresses()] }),
    'remoteAccess.get': async () => remoteAccess.view(),
    'remoteAccess.change': (change) => remoteAccess.change(change),
    'remoteAccess.renewKey': async (_input, { deviceId }) => {
      // First: whoever was invited, or has signed in, under the old key is known no more.
      await devices.signOutAll(deviceId);
      touch('invitations');
      return remoteAccess.renewKey();
    },
    'team.get': async () => team(),
    'team.change': async (change) => {
      await settings.write('changeSettings', { team: change });
      touch('team');
      return team();
    },
    'team.renewAddresses': async () => {
      for (const { id } of channels.list()) await channels.renewSecret(id);
      for (const { id } of bots.list()) await bots.update(id, { token: newSecret() });
    },
    'operators.me': async (_input, { operatorId }) => operators.get(operatorId),
    'operators.list': async () => ({ operators: [...operators.list()] }),
    'operators.connected': async () => operators.connected(),
    'operators.update': (change, { operatorId }) => operators.update(operatorId, change),
    'operators.report': async ({ windowId, present }, { operatorId }) =>
      operators.reportPresent(operatorId, windowId, present),
    'operators.setPresence': ({ presence }, { operatorId }) => operators.setPresence(operatorId, presence),
    'operators.add': (fields) => operators.add(fields),
    'operators.change': ({ operatorId, ...change }) => operators.change(operatorId, change),
    'operators.setPicture': ({ operatorId, jpeg }) => operators.setPicture(operatorId, jpeg),
    // Who renews their own key stays signed in here.
    'operators.renewKey': async ({ operatorId }, caller) => ({
      accessKey: await operators.renewKey(operatorId, operatorId === caller.operatorId ? caller.deviceId : undefined),
    }),
    'operators.remove': async ({ operatorId }, caller) => ({
      queued: await operators.remove(operatorId, caller.operatorId),
    }),
    'devices.list': async (_input, caller) => ({
      devices: devices
        .list()
        .filter(({ operatorId }) => isVisible(operatorId, caller))
        .map(({ keyDigest: _digest, push: _push, lastFrom, ...device }) => ({
          ...device,
          ...(lastFrom !== undefined && { from: lastFrom }),
          isThis: device.id === caller.deviceId,
        })),
    }),
    'devices.remove': async ({ deviceId }, caller) => {
      const found = devices.find(deviceId);
      if (found === undefined || !isVisible(found.operatorId, caller))
        throw new ContractError('not_found', phrase('errors:refusals.device.gone'));
      await devices.remove(deviceId);
    },
    'devices.invite': (_input, { operatorId }) => invitations.create({ operatorId }, operatorId),
    'invitations.list': async () => ({ invitations: [...(await invitations.list())] }),
    'invitations.create': (wish, { operatorId }) => invitations.create(wish, operatorId),
    'invitations.link': ({ invitationId }) => invitations.link(invitationId),
    'invitations.withdraw': ({ invitationId }) => invitations.withdraw(invitationId),
  };
}

/** Notifications of the caller's device while its browser is closed. */
export function pushHandlers({ push }: ConsoleParts): HandlersOf<'push'> {
  return {
    'push.get': async (_input, { deviceId }) => push.get(deviceId),
    'push.subscribe': (target, { deviceId }) => push.subscribe(deviceId, target),
    'push.unsubscribe': (_input, { deviceId }) => push.unsubscribe(deviceId),
    'push.look': async ({ windowId, visible }, { deviceId }) => push.look(deviceId, windowId, visible),
    'push.dismiss': async ({ kind }, { operatorId }) => push.dismiss(operatorId, kind),
  };
}
