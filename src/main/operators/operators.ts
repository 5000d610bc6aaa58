import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#main/clock/clock.ts';
import type { OperatorRecord } from '#main/settings/document.ts';
import { newSecret, type Settings } from '#main/settings/settings.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Operator, Presence } from '#shared/domain/entities.ts';

/** How long an operator whose windows are all gone still counts as online: a reload, a short break in the network. */
const GRACE = 60_000;

export interface Operators {
  readonly list: () => readonly Operator[];
  /** Coded error: not_signed_in, where the operator is gone */
  readonly get: (operatorId: string) => Operator;
  readonly nameOf: (operatorId: string | undefined) => string | undefined;
  readonly update: (operatorId: string, change: { readonly name?: string | undefined; readonly photo?: string | undefined }) => Promise<Operator>;
  readonly setPresence: (operatorId: string, presence: Presence) => Promise<Operator>;
  /** whether customers are told that somebody is there */
  readonly anyAvailable: () => boolean;
  /** an operator's window opened; returns how to say that it closed */
  readonly windowOpened: (operatorId: string) => () => void;
  /** whether the operator is at the computer, as a host can tell; not there is not available, whatever their windows */
  readonly setPresent: (operatorId: string, present: boolean) => void;
  readonly first: () => OperatorRecord;
  readonly byAccessKey: (accessKey: string) => OperatorRecord | undefined;
  readonly keyFingerprint: (operatorId: string) => string | undefined;
  readonly stop: () => void;
}

/**
 * Who may use the console, and who is there. An operator who never opened a window (a script) is what they said;
 * one whose windows are all gone counts as away after a minute, until a window is back; one whose computer says that
 * nobody is there counts as away at once.
 */
export async function startOperators(options: { readonly settings: Settings; readonly clock: Clock; readonly onChange: () => void }): Promise<Operators> {
  const { settings, clock, onChange } = options;
  const windows = new Map<string, number>();
  const absent = new Set<string>();
  const notPresent = new Set<string>();
  const timers = new Map<string, () => void>();

  await settings.change((state) => (state.operators.length > 0 ? state : { ...state, operators: [firstOperator()] }));

  const records = (): readonly OperatorRecord[] => settings.current().operators;
  const record = (operatorId: string): OperatorRecord => {
    const found = records().find(({ id }) => id === operatorId);
    if (found === undefined) throw new ContractError('not_signed_in', 'Sign in again: this operator is no longer known');
    return found;
  };
  const available = ({ id, presence }: OperatorRecord): boolean => presence === 'online' && !absent.has(id) && !notPresent.has(id);
  const toOperator = (each: OperatorRecord): Operator => ({
    ...{ id: each.id, name: each.name, presence: each.presence, available: available(each) },
    ...(each.photo !== undefined && { photo: each.photo }),
  });
  const change = async (operatorId: string, next: (before: OperatorRecord) => OperatorRecord): Promise<Operator> => {
    const before = record(operatorId);
    const after = next(before);
    await settings.change((state) => ({ ...state, operators: state.operators.map((each) => (each.id === operatorId ? next(each) : each)) }));
    onChange();
    return toOperator(after);
  };

  const leave = (operatorId: string): void => {
    timers.delete(operatorId);
    absent.add(operatorId);
    onChange();
  };
  const windowOpened = (operatorId: string): (() => void) => {
    windows.set(operatorId, (windows.get(operatorId) ?? 0) + 1);
    timers.get(operatorId)?.();
    timers.delete(operatorId);
    if (absent.delete(operatorId)) onChange();
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      const left = (windows.get(operatorId) ?? 1) - 1;
      windows.set(operatorId, left);
      if (left === 0) timers.set(operatorId, clock.after(GRACE, () => leave(operatorId)));
    };
  };

  return {
    list: () => records().map(toOperator),
    get: (operatorId) => toOperator(record(operatorId)),
    nameOf: (operatorId) => records().find(({ id }) => id === operatorId)?.name,
    update: (operatorId, { name, photo }) =>
      change(operatorId, ({ photo: before, ...rest }) => {
        const wanted = photo ?? before ?? '';
        return { ...rest, name: name ?? rest.name, ...(wanted !== '' && { photo: wanted }) };
      }),
    setPresence: (operatorId, presence) => {
      absent.delete(operatorId);
      return change(operatorId, (before) => ({ ...before, presence }));
    },
    anyAvailable: () => records().some(available),
    windowOpened,
    setPresent: (operatorId, present) => {
      if (present === !notPresent.has(operatorId)) return;
      if (present) notPresent.delete(operatorId);
      else notPresent.add(operatorId);
      onChange();
    },
    first: () => {
      const found = records()[0];
      if (found === undefined) throw new Error('an installation has at least one operator');
      return found;
    },
    byAccessKey: (accessKey) => {
      const wanted = digest(accessKey);
      return records().find((each) => timingSafeEqual(digest(each.accessKey), wanted));
    },
    keyFingerprint: (operatorId) => {
      const found = records().find(({ id }) => id === operatorId);
      return found && digest(found.accessKey).toString('base64url');
    },
    stop: () => {
      for (const cancel of timers.values()) cancel();
    },
  };
}

function firstOperator(): OperatorRecord {
  return { id: randomUUID(), name: 'Operator', presence: 'away', accessKey: newSecret() };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
