import { createECDH } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { Devices } from '#main/operators/devices.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { Windows } from '#main/operators/windows.ts';
import { createAddressGuard, type NetworkEdge, SYSTEM_EDGE } from '#main/outgoing/address-guard.ts';
import type { Signalling } from '#main/nodes/signals.ts';
import type { Vault } from '#main/settings/vault.ts';
import type { Store } from '#main/store/store.ts';
import { ContractError, undefinedIfGone } from '#shared/contract/errors.ts';
import type { EventBus } from '#shared/contract/events.ts';
import type { HoursView } from '#shared/contract/hours.ts';
import type { Caller, CallsOf } from '#shared/contract/calls.ts';
import type { pushRoutes, PushTarget } from '#shared/contract/joining.ts';
import type { Alert } from '#shared/domain/alerts.ts';
import type { CallKind } from '#shared/domain/alerts.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { timeUntilHeld } from '#shared/domain/quiet-hours.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { createPushCalls, type PushCalls } from './push-calls.ts';
import { derivePushKey } from './push-key.ts';
import { createPushTexts } from './push-texts.ts';
import { createSender, KEPT_FOR } from './sender.ts';

/** Most chats requested for an operator. */
const MAX_CHATS = 100;

/** An operator's, on the channels that they work on. */
type FollowedCalls = PushCalls & { readonly channels: readonly string[] | undefined };

export interface PushOptions {
  readonly store: Pick<Store, 'limitedTo' | 'nodes'>;
  readonly devices: Pick<Devices, 'list' | 'find' | 'setPush'>;
  readonly vault: Pick<Vault, 'deriveKey'>;
  readonly operators: Pick<Operators, 'list' | 'channelsOf'>;
  readonly windows: Windows;
  readonly hours: { readonly view: () => HoursView };
  /** whom push services can write to about this installation; undefined: nobody is known */
  readonly contact: () => string | undefined;
  /** undefined: the system's */
  readonly edge: NetworkEdge | undefined;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly on: EventBus['on'];
  readonly onTouched: EventBus['onTouched'];
  readonly tell: Signalling['tell'];
  readonly onTold: Signalling['onTold'];
}

/**
 * Notifies operators' closed browsers, by the same policy as their open windows. It holds up nothing: what a push
 * service does not take is a line in the log.
 */
export async function startPush(options: PushOptions) {
  const { store, devices, vault, operators, windows, hours, edge = SYSTEM_EDGE, clock, log, on, onTouched } = options;
  /** milliseconds for which this operator may be called from now on, Infinity beyond `limit`; 0: not now */
  const mayCallFor = (operatorId: string, limit: number): number => {
    const found = operators.list().find(({ id }) => id === operatorId);
    return found === undefined ? 0 : timeUntilHeld(found, hours.view(), clock.wall(), limit);
  };
  // A vault that is currently unusable must not prevent the start.
  const key = await derivePushKey(vault).catch((error: unknown) => {
    log.warn({ err: error }, 'closed browsers cannot be notified, because the key for it cannot be made');
    return undefined;
  });
  const textsIn = createPushTexts();
  /** by operator, as long as they have a subscribed device */
  const pushCalls = new Map<string, FollowedCalls>();
  /** devices that show a call of this kind */
  const shown: Readonly<Record<CallKind, Set<string>>> = { waiting: new Set(), failed: new Set() };
  const sender =
    key &&
    createSender({
      key,
      contact: options.contact,
      edge,
      clock,
      log,
      onGone: (deviceId, target) => {
        log.warn({ deviceId }, 'a device is notified no more: its browser has ended the subscription');
        if (devices.find(deviceId)?.push?.endpoint === target.endpoint)
          void unsubscribe(deviceId).catch(() => undefined);
      },
    });

  /** All nodes follow who is to be called; one calls. */
  const send: NonNullable<typeof sender>['send'] = (...push) => {
    if (store.nodes.leads()) sender?.send(...push);
  };

  /** Devices that are notified while they are closed. */
  const subscribers = (operatorId: string) =>
    devices
      .list()
      .flatMap((device) =>
        device.operatorId === operatorId && device.push !== undefined ? { id: device.id, push: device.push } : [],
      );
  const isSubscribed = (deviceId: string): boolean => devices.find(deviceId)?.push !== undefined;
  const hasVisibleWindow = (deviceId: string): boolean =>
    windows.list().some((window) => window.isVisible && window.deviceId === deviceId);
  const call = (operatorId: string, kind: CallKind, alerts: readonly Alert[], isRepeat: boolean): void => {
    const validFor = mayCallFor(operatorId, KEPT_FOR);
    for (const { id, push } of subscribers(operatorId)) {
      if (hasVisibleWindow(id)) continue;
      shown[kind].add(id);
      void textsIn(push.language).then(({ callText }) => {
        const words = callText(alerts, { operatorId, isRepeat, withWords: push.withWords });
        // Settled while the texts were loaded.
        if (words === undefined || !shown[kind].has(id)) return;
        send(id, push, { ...words, kind, chatId: alerts[0]?.chat.id, silent: false }, validFor);
      });
    }
  };
  const settle = (operatorId: string, kind: CallKind): void => {
    for (const { id, push } of subscribers(operatorId))
      if (shown[kind].delete(id))
        void textsIn(push.language).then(({ settledText }) => {
          if (isSubscribed(id)) send(id, push, { ...settledText(kind), kind, silent: true }, Infinity);
        });
  };
  const load = async (operatorId: string, into: PushCalls): Promise<void> => {
    const asking = { operatorId, role: 'operator', at: clock.wall() } as const;
    const { read } = store.limitedTo(operators.channelsOf(operatorId));
    try {
      await into.load({
        list: () => read('chats.list', { filter: 'needsMe', limit: MAX_CHATS }, asking),
        get: (chatId) => read('chats.get', { chatId }, asking).catch(undefinedIfGone),
      });
    } catch (error) {
      log.warn({ err: error }, 'who waits could not be asked for closed browsers');
    }
  };
  /** Follows the chats of those with a subscribed device. */
  const follow = (): void => {
    const wanted = new Set(devices.list().flatMap(({ operatorId, push }) => (push === undefined ? [] : operatorId)));
    for (const [operatorId, each] of pushCalls) {
      // With other channels, they are called to other chats.
      const isSame = JSON.stringify(each.channels) === JSON.stringify(operators.channelsOf(operatorId));
      if (wanted.has(operatorId) && isSame) continue;
      each.stop();
      pushCalls.delete(operatorId);
    }
    for (const deviceIds of Object.values(shown))
      for (const deviceId of deviceIds) if (!isSubscribed(deviceId)) deviceIds.delete(deviceId);
    sender?.keepOnly(isSubscribed);
    for (const operatorId of wanted) {
      if (pushCalls.has(operatorId)) continue;
      const calls = createPushCalls({
        operatorId,
        clock,
        isHeld: () => mayCallFor(operatorId, KEPT_FOR) === 0,
        call: (...what) => call(operatorId, ...what),
        settle: (kind) => settle(operatorId, kind),
      });
      const each = { ...calls, channels: operators.channelsOf(operatorId) };
      pushCalls.set(operatorId, each);
      void load(operatorId, each);
    }
  };
  const unsubscribe = async (deviceId: string): Promise<void> => {
    if (!isSubscribed(deviceId)) return;
    await devices.setPush(deviceId, undefined);
    follow();
  };
  const everyone = (use: (each: FollowedCalls, operatorId: string) => void): void =>
    pushCalls.forEach((each, operatorId) => use(each, operatorId));
  const whoWorksOn = ({ channelId }: Chat, use: (each: PushCalls) => void): void =>
    everyone((each) => each.channels?.includes(channelId) !== false && use(each));
  const unsubscribeEvents = [
    on('message.added', (added) => whoWorksOn(added.chat, (each) => each.hear(added))),
    on('message.changed', ({ message, chat }) => chat && whoWorksOn(chat, (each) => each.hear({ message, chat }))),
    on('chat.changed', ({ chat }) => whoWorksOn(chat, (each) => each.see(chat))),
    on('chats.changed', () => everyone((each, operatorId) => void load(operatorId, each))),
    on('customers.erased', ({ chatIds }) => everyone((each) => chatIds.forEach(each.forget))),
    onTouched(['devices', 'operators'], follow),
  ];
  follow();
  options.onTold('dismissed', ({ operatorId, kind }) => pushCalls.get(operatorId)?.dismiss(kind));
  windows.onChange(({ isVisible, deviceId = '' }) => {
    // The page takes away what is shown there.
    if (isVisible) for (const deviceIds of Object.values(shown)) deviceIds.delete(deviceId);
  });

  const calls = {
    'push.get': async (_input, caller) => ({ key: key?.publicKey ?? '', isOn: deviceOf(caller).push !== undefined }),
    'push.subscribe': async (target, caller) => {
      const { id, push } = deviceOf(caller);
      refuseUnusable(target, edge);
      if (isApples(target) && options.contact() === undefined)
        throw new ContractError('invalid_input', phrase('errors:refusals.device.contact'));
      if (JSON.stringify(push) === JSON.stringify(target)) return;
      await devices.setPush(id, target);
      follow();
    },
    'push.unsubscribe': async (_input, caller) => unsubscribe(deviceOf(caller).id),
    'push.look': async ({ windowId, visible: isVisible }, { operatorId }) =>
      windows.report(windowId, operatorId, { isVisible }),
    'push.dismiss': ({ kind }, { operatorId }) => options.tell('dismissed', { operatorId, kind }),
  } satisfies CallsOf<typeof pushRoutes>;
  return {
    calls,
    stop: (): void => {
      for (const stop of unsubscribeEvents) stop();
      for (const each of pushCalls.values()) each.stop();
      sender?.stop();
    },
  };

  /** Coded error: not_found, if the caller has no device. */
  function deviceOf({ deviceId }: Caller) {
    const found = deviceId === undefined ? undefined : devices.find(deviceId);
    if (found === undefined) throw new ContractError('not_found', phrase('errors:refusals.device.none'));
    return found;
  }
}

function isApples({ endpoint }: PushTarget): boolean {
  return new URL(endpoint).hostname.endsWith('.push.apple.com');
}

/** Coded error: invalid_input, for what could never be sent to. Names are looked up when something is sent. */
function refuseUnusable({ endpoint, p256dh }: PushTarget, edge: NetworkEdge): void {
  try {
    createAddressGuard(edge, false).checkHost(new URL(endpoint));
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    curve.computeSecret(p256dh, 'base64url');
  } catch {
    throw new ContractError('invalid_input', phrase('errors:refusals.device.push'));
  }
}
