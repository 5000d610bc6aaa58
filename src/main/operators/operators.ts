import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#main/clock/clock.ts';
import { newOperator, newPicture, newSecret, type OperatorRecord } from '#main/settings/installation.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { InstallationTransactions } from '#main/store/transactions.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Touch } from '#shared/contract/events.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { operatorRoutes, programRoutes } from '#shared/contract/operators.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import type { CallerRole, Operator, Role } from '#shared/domain/entities.ts';
import { channelsOf, worksOn } from '#shared/domain/operator-channels.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { ConsoleWindow } from '#main/nodes/signals.ts';
import type { Windows } from './windows.ts';

export type Operators = Awaited<ReturnType<typeof createOperators>>;

/** An operator's record, or a program's, which is in no list of operators and has no windows. */
type Person = OperatorRecord & { readonly role: Role };

function isPerson(record: OperatorRecord): record is Person {
  return record.role !== 'program';
}

/** Tracks who may use the console, and who is available: those who set it, while their windows say that they are there. */
export async function createOperators(options: {
  readonly settings: Settings;
  readonly windows: Windows;
  readonly clock: Pick<Clock, 'wall'>;
  readonly touch: Touch;
  /** an operator's devices were signed out, except for `keep` */
  readonly onSignedOut: (operatorId: string, exceptDeviceId?: string) => void;
  /** the first owner works in the host's own window, so that they stay one */
  readonly hasSeat: boolean;
}) {
  const { settings, windows, clock, touch, hasSeat, onSignedOut } = options;
  /** operators of whom everybody was told that nobody is there */
  const absent = new Set<string>();

  const add = async (fields: Parameters<typeof newOperator>[0]): Promise<OperatorRecord> => {
    const added = newOperator(fields);
    await settings.write('addOperator', { ...added, accessKey: await settings.seal(added.accessKey) });
    return added;
  };

  const records = (): readonly OperatorRecord[] => settings.current().operators;
  const people = (): readonly Person[] => records().filter(isPerson);
  const find = (operatorId: string | undefined) => records().find(({ id }) => id === operatorId);
  const findPerson = (operatorId: string | undefined) => people().find(({ id }) => id === operatorId);
  const record = (operatorId: string): Person => {
    const found = findPerson(operatorId);
    if (found === undefined) throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
    return found;
  };
  const available = ({ id, presence }: Person): boolean => presence === 'online' && windows.isPresent(id);
  const toOperator = (operatorRecord: Person): Operator => {
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
  const list = (): readonly Operator[] => people().map(toOperator);
  const reportChange = (): void => touch('operators');
  const colleague = (operatorId: string): Person => {
    const found = findPerson(operatorId);
    if (found === undefined) throw new ContractError('not_found', phrase('errors:refusals.operator.gone'));
    return found;
  };
  const change = async (
    operatorId: string,
    fields: Parameters<InstallationTransactions['changeOperator']>[1]['change'],
    exceptDeviceId?: string,
  ): Promise<Operator> => {
    const { id } = record(operatorId);
    await settings.write('changeOperator', { operatorId: id, change: fields, exceptDeviceId, at: clock.wall() });
    if (fields.accessKey !== undefined) onSignedOut(id, exceptDeviceId);
    reportChange();
    return toOperator(record(id));
  };
  /** All but those of the host, and its owner's on this computer. */
  const isElsewhere = ({ operatorId, from }: ConsoleWindow): boolean =>
    from !== undefined && !(hasSeat && operatorId === first().id && isLoopback(toUrlHost(from)));
  const elsewhere = (): readonly ConsoleWindow[] => windows.list().filter(isElsewhere);
  const connected = (): { operatorIds: string[] } => ({
    operatorIds: [...new Set(elsewhere().map(({ operatorId }) => operatorId))],
  });
  windows.onChange((window, before) => {
    const { operatorId, isOpen } = window;
    const isFirstOrLast = (): boolean =>
      elsewhere().filter((each) => each.operatorId === operatorId).length === Number(isOpen);
    if (isOpen !== before.isOpen && isElsewhere(window) && isFirstOrLast()) touch('connected');
    const isAbsent = !windows.isPresent(operatorId);
    if (isAbsent === absent.has(operatorId)) return;
    if (isAbsent) absent.add(operatorId);
    else absent.delete(operatorId);
    reportChange();
  });

  const calls = {
    'operators.me': async (_input, { operatorId }) => toOperator(record(operatorId)),
    'operators.list': async () => ({ operators: [...list()] }),
    'operators.connected': async () => connected(),
    'operators.update': (wish, { operatorId }) => change(operatorId, wish),
    'operators.report': async ({ windowId, present }, { operatorId }) =>
      windows.report(windowId, operatorId, { isPresent: present }),
    'operators.setPresence': async ({ presence }, { operatorId }) => {
      await windows.returned(operatorId);
      return change(operatorId, { presence });
    },
    // Away, with a new access key.
    'operators.add': async ({ name, photo = '', role = 'operator', channels }) => {
      const added = await add({
        name,
        role,
        photo: photo === '' ? undefined : photo,
        channels: channels ?? undefined,
      });
      reportChange();
      return { operator: toOperator(record(added.id)), accessKey: added.accessKey };
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
      onSignedOut(operatorId);
      await windows.forget(operatorId);
      absent.delete(operatorId);
      reportChange();
      return { queued: queued.length };
    },
    'programs.add': async ({ name }) => {
      const { id, accessKey: key } = await add({ name, role: 'program' });
      reportChange();
      return { id, name, key };
    },
    'programs.remove': async ({ programId }) => {
      const found = find(programId);
      if (found === undefined || isPerson(found))
        throw new ContractError('not_found', phrase('errors:refusals.program.gone'));
      await settings.write('removeOperator', { operatorId: programId, at: clock.wall() });
      reportChange();
    },
  } satisfies CallsOf<typeof operatorRoutes & typeof programRoutes>;

  if (records().length === 0) await add({ name: 'Operator', role: 'owner' });
  return {
    calls,
    list,
    /** Coded error: not_signed_in, if the operator was removed */
    get: (operatorId: string): Operator => toOperator(record(operatorId)),
    nameOf: (operatorId: string | undefined): string | undefined => find(operatorId)?.name,
    /** somebody joined */
    reportChange,
    roleOf: (operatorId: string | undefined): Role | undefined => findPerson(operatorId)?.role,
    callerRoleOf: (operatorId: string): CallerRole | undefined => find(operatorId)?.role,
    /** the channels that an operator works on; undefined: all */
    channelsOf: (operatorId: string): readonly string[] | undefined => {
      const found = findPerson(operatorId);
      return found && channelsOf(found);
    },
    /** true while the customers of a channel, or any, are told that someone is here */
    anyAvailable: (channelId?: string): boolean =>
      people().some((each) => available(each) && (channelId === undefined || worksOn(each, channelId))),
    /** operators with windows that end with this engine */
    connected,
    /** the addresses of those windows */
    connectedFrom: (): readonly string[] => elsewhere().flatMap(({ from }) => from ?? []),
    /**
     * reports whether the operator is at this computer, if its host can tell (locked, asleep, idle). From then on this
     * overrides their windows: if not, they are away at once; if so, tray and notifications reach them without a window
     */
    setPresent: (operatorId: string, present: boolean): void =>
      void windows.open({ windowId: `here: ${operatorId}`, operatorId, from: undefined, isPresent: present }),
    /** the first owner: the operator of the host's own window, and of the link that headless prints */
    first,
    byAccessKey: (accessKey: string): OperatorRecord | undefined => people().find(hasKey(accessKey)),
    programByKey: (key: string): OperatorRecord | undefined =>
      records()
        .filter((each) => !isPerson(each))
        .find(hasKey(key)),
    /** changes with the operator's access key; undefined if there is no such operator */
    keyFingerprint: (operatorId: string): string | undefined => {
      const found = find(operatorId);
      return found && digest(found.accessKey).toString('base64url');
    },
  };
}

/** Compares in constant time. */
function hasKey(key: string): (record: OperatorRecord) => boolean {
  const wanted = digest(key);
  return ({ accessKey }) => timingSafeEqual(digest(accessKey), wanted);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
