import type { createDoor } from '#main/exposure/door.ts';
import type { Devices } from '#main/operators/devices.ts';
import type { Invitations } from '#main/operators/invitations.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { Push } from '#main/push/push.ts';
import type { Settings } from '#main/settings/settings.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { TeamView } from '#shared/contract/operators.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Caller, HandlersOf } from './router.ts';

/** Operators, their devices, and the door for colleagues. */
export function teamHandlers({
  devices,
  door,
  emit,
  invitations,
  operators,
  settings,
  team,
}: {
  readonly devices: Devices;
  readonly door: Pick<ReturnType<typeof createDoor>, 'view' | 'change' | 'addresses' | 'renewKey'>;
  readonly emit: Emit;
  readonly invitations: Invitations;
  readonly operators: Operators;
  readonly settings: Settings;
  readonly team: () => TeamView;
}): HandlersOf<'operators' | 'team' | 'door' | 'devices' | 'invitations'> {
  const isVisible = (operatorId: string, caller: Caller): boolean =>
    caller.role === 'owner' || operatorId === caller.operatorId;
  return {
    'door.addresses': async () => ({ addresses: [...door.addresses()] }),
    'door.get': async () => door.view(),
    'door.change': (change) => door.change(change),
    'door.renewKey': async (_input, { deviceId }) => {
      // First: whoever was invited, or has signed in, under the old key is known no more.
      await devices.signOutAll(deviceId);
      emit('invitations.changed', {});
      return door.renewKey();
    },
    'team.get': async () => team(),
    'team.change': async (change) => {
      await settings.write('changeSettings', { team: change });
      emit('team.changed', team());
      return team();
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
export function pushHandlers(push: Push): HandlersOf<'push'> {
  return {
    'push.get': async (_input, { deviceId }) => push.get(deviceId),
    'push.subscribe': (target, { deviceId }) => push.subscribe(deviceId, target),
    'push.unsubscribe': (_input, { deviceId }) => push.unsubscribe(deviceId),
    'push.look': async ({ windowId, visible }, { deviceId }) => push.look(deviceId, windowId, visible),
    'push.dismiss': async ({ kind }, { operatorId }) => push.dismiss(operatorId, kind),
  };
}
