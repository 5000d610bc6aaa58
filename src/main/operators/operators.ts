import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#main/clock/clock.ts';
import { newOperator, newPicture, newSecret, type OperatorRecord } from '#main/settings/installation.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { InstallationTransactions } from '#main/store/transactions.ts';
import { ContractError, notFound } from '#shared/contract/errors.ts';
import type { Touch } from '#shared/contract/events.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { operatorRoutes } from '#shared/contract/operators.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import type { Operator, Role } from '#shared/domain/entities.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Milliseconds without windows until an operator counts as away: covers a reload or a short network failure. */
const GRACE_PERIOD = 60_000;

const THIS_COMPUTER = 'this computer';

export type Operators = Awaited<ReturnType<typeof startOperators>>;

/**
 * Tracks who may use the console, and who is online. An operator who never opened a window (a script) has the status
 * they set; one whose windows have all closed counts as away after a minute. If a computer reports whether someone is
 * at it, that decides: its tray and notifications reach them without a window.
 */
export async function startOperators(options: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly touch: Touch;
  /** an operator's devices were signed out, except for `keep` */
  readonly onSignedOut: (operatorId: string, exceptDeviceId?: string) => void;
  /** the first owner works in the host's own window, so that they stay one */
  readonly hasSeat: boolean;
}) {
  const { settings, clock, touch, hasSeat, onSignedOut } = options;
  /** addresses of each one's windows there */
  const elsewhere = new Map<string, readonly string[]>();
  const absent = new Set<string>();
  /** by operator: each computer that reports, by its window's id or THIS_COMPUTER */
  const reports = new Map<string, Map<string, boolean>>();
  const timers = new Map<string, () => void>();
  /** operators by the id of each open window */
  const openIds = new Map<string, string>();

  const add = async (fields: Parameters<typeof newOperator>[0]): Promise<OperatorRecord> => {
    const { accessKey, ...operator } = newOperator(fields);
    await settings.write('addOperator', { ...operator, accessKey: await settings.seal(accessKey) });
    return record(operator.id);
  };

  const records = (): readonly OperatorRecord[] => settings.current().operators;
  const find = (operatorId: string | undefined) => records().find(({ id }) => id === operatorId);
  const record = (operatorId: string): OperatorRecord => {
    const found = find(operatorId);
    if (found === undefined) throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
    return found;
  };
  const isPresent = (operatorId: string): boolean => {
    const reported = [...(reports.get(operatorId)?.values() ?? [])];
    return reported.length > 0 ? reported.includes(true) : !absent.has(operatorId);
  };
  const available = ({ id, presence }: OperatorRecord): boolean => presence === 'online' && isPresent(id);
  const toOperator = (operatorRecord: OperatorRecord): Operator => {
    const { accessKey: _accessKey, ...operator } = operatorRecord;
    return { ...operator, available: available(operatorRecord) };
  };
  const first = (): OperatorRecord => {
    const found = records().find((operator) => operator.role === 'owner');
    if (found === undefined) throw new Error('an installation has at least one owner');
    return found;
  };
  const refuseOfSeat = (operatorId: string): void => {
    if (hasSeat && first().id === operatorId)
      throw new ContractError('not_removable', phrase('errors:refusals.operator.seat'));
  };
  const list = (): readonly Operator[] => records().map(toOperator);
  const reportChange = (): void => touch('operators');
  const colleague = (operatorId: string): OperatorRecord => {
    const found = find(operatorId);
    if (found === undefined) throw new ContractError('not_found', phrase('errors:refusals.operator.gone'));
    return found;
  };
  const change = async (
    operatorId: string,
    fields: Parameters<InstallationTransactions['changeOperator']>[1]['change'],
    exceptDeviceId?: string,
  ): Promise<Operator> => {
    const { id } = record(operatorId);
    await settings.write('changeOperator', { operatorId: id, change: fields, exceptDeviceId });
    if (fields.accessKey !== undefined) onSignedOut(id, exceptDeviceId);
    reportChange();
    return toOperator(record(id));
  };
  const connected = (): { operatorIds: string[] } => ({ operatorIds: [...elsewhere.keys()] });
  const forget = (operatorId: string): void => {
    timers.get(operatorId)?.();
    for (const byOperator of [timers, absent, reports]) byOperator.delete(operatorId);
    for (const [windowId, viewerId] of openIds) if (viewerId === operatorId) openIds.delete(windowId);
    if (elsewhere.delete(operatorId)) touch('connected');
  };
  /** Notes a window in another program, mostly on another computer; returns what to call when it is gone. */
  const connectedElsewhere = (operatorId: string, from: string): (() => void) => {
    const before = elsewhere.get(operatorId) ?? [];
    elsewhere.set(operatorId, [...before, from]);
    if (before.length === 0) touch('connected');
    return () => {
      const all = elsewhere.get(operatorId) ?? [];
      const left = all.toSpliced(all.indexOf(from), 1);
      if (left.length > 0) elsewhere.set(operatorId, left);
      else if (elsewhere.delete(operatorId)) touch('connected');
    };
  };

  const isOwnersHere = (operatorId: string, from: string): boolean =>
    hasSeat && operatorId === first().id && isLoopback(toUrlHost(from));
  const report = (operatorId: string, computer: string, present: boolean | undefined): void => {
    const known = reports.get(operatorId) ?? new Map<string, boolean>();
    if (known.get(computer) === present) return;
    if (present === undefined) known.delete(computer);
    else known.set(computer, present);
    reports.set(operatorId, known);
    reportChange();
  };
  const windowOpened = (operatorId: string, windowId: string, from?: string): (() => void) => {
    const isHere = from === undefined || isOwnersHere(operatorId, from);
    const disconnected = isHere ? undefined : connectedElsewhere(operatorId, from);
    openIds.set(windowId, operatorId);
    timers.get(operatorId)?.();
    timers.delete(operatorId);
    if (absent.delete(operatorId)) reportChange();
    return () => {
      // Called before, or the operator was removed meanwhile.
      if (!openIds.delete(windowId)) return;
      disconnected?.();
      const isLast = !openIds.values().some((viewerId) => viewerId === operatorId);
      // A computer that fell asleep is no short failure.
      if (isLast && reports.get(operatorId)?.get(windowId) === false) absent.add(operatorId);
      else if (isLast)
        timers.set(
          operatorId,
          clock.after(GRACE_PERIOD, () => {
            timers.delete(operatorId);
            absent.add(operatorId);
            reportChange();
          }),
        );
      report(operatorId, windowId, undefined);
    };
  };

  const calls = {
    'operators.me': async (_input, { operatorId }) => toOperator(record(operatorId)),
    'operators.list': async () => ({ operators: [...list()] }),
    'operators.connected': async () => connected(),
    'operators.update': (wish, { operatorId }) => change(operatorId, wish),
    'operators.report': async ({ windowId, present }, { operatorId }) => {
      if (openIds.get(windowId) !== operatorId) throw notFound('window');
      report(operatorId, windowId, present);
    },
    'operators.setPresence': ({ presence }, { operatorId }) => {
      absent.delete(operatorId);
      return change(operatorId, { presence });
    },
    // Away, with a new access key.
    'operators.add': async ({ name, photo = '', role = 'operator' }) => {
      const added = await add({ name, role, photo: photo === '' ? undefined : photo });
      reportChange();
      return { operator: toOperator(added), accessKey: added.accessKey };
    },
    'operators.change': async ({ operatorId, ...wish }) => {
      const { id } = colleague(operatorId);
      if (wish.role === 'operator') refuseOfSeat(id);
      const changed = await change(id, wish);
      // Of an owner who is one no more, open ones were withdrawn.
      if (wish.role !== undefined) touch('invitations');
      return changed;
    },
    'operators.setPicture': async ({ operatorId, jpeg }) => {
      const { id } = colleague(operatorId);
      await settings.write('setPicture', { of: 'operators', id, picture: newPicture(jpeg) });
      reportChange();
      return toOperator(record(id));
    },
    'operators.renewKey': async ({ operatorId }, caller) => {
      const { id } = colleague(operatorId);
      const accessKey = newSecret();
      // Who renews their own key stays signed in here.
      const exceptDeviceId = id === caller.operatorId ? caller.deviceId : undefined;
      await change(id, { accessKey: await settings.seal(accessKey) }, exceptDeviceId);
      return { accessKey };
    },
    'operators.remove': async ({ operatorId }, caller) => {
      colleague(operatorId);
      if (operatorId === caller.operatorId)
        throw new ContractError('not_removable', phrase('errors:refusals.operator.self'));
      refuseOfSeat(operatorId);
      const queued = await settings.write('removeOperator', { operatorId, at: clock.wall() });
      forget(operatorId);
      onSignedOut(operatorId);
      reportChange();
      return { queued: queued.length };
    },
  } satisfies CallsOf<typeof operatorRoutes>;

  if (records().length === 0) await add({ name: 'Operator', role: 'owner' });
  return {
    calls,
    list,
    /** Coded error: not_signed_in, if the operator was removed */
    get: (operatorId: string): Operator => toOperator(record(operatorId)),
    nameOf: (operatorId: string | undefined): string | undefined => find(operatorId)?.name,
    /** somebody joined */
    reportChange,
    roleOf: (operatorId: string | undefined): Role | undefined => find(operatorId)?.role,
    /** true while customers are told that someone is here */
    anyAvailable: (): boolean => records().some(available),
    /**
     * an operator's window opened, `from` an address unless it is the host's own; returns a function to call when it
     * closes
     */
    windowOpened,
    /** operators with windows that end with this engine: all but those of the host, and its owner's on this computer */
    connected,
    /** the addresses of those windows */
    connectedFrom: (): readonly string[] => [...elsewhere.values()].flat(),
    /**
     * reports whether the operator is at this computer, if its host can tell (locked, asleep, idle). From then on this
     * overrides their windows: if not, they are away at once; if so, tray and notifications reach them without a window
     */
    setPresent: (operatorId: string, present: boolean): void => report(operatorId, THIS_COMPUTER, present),
    /** the first owner: the operator of the host's own window, and of the link that headless prints */
    first,
    /** compares in constant time */
    byAccessKey: (accessKey: string): OperatorRecord | undefined => {
      const wanted = digest(accessKey);
      return records().find((operator) => timingSafeEqual(digest(operator.accessKey), wanted));
    },
    /** changes with the operator's access key; undefined if there is no such operator */
    keyFingerprint: (operatorId: string): string | undefined => {
      const found = find(operatorId);
      return found && digest(found.accessKey).toString('base64url');
    },
    stop: (): void => {
      for (const cancel of timers.values()) cancel();
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
