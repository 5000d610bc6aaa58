import { createStore } from 'zustand/vanilla';
import { i18n } from '#renderer/language/i18n.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { type Call, Unreachable } from './transport.ts';
import type { Outgoing, Owner, Unsent, UnsentStore } from './written.ts';

export interface OutboxState {
  /** this operator's replies and notes that the engine has not confirmed, oldest first */
  readonly unsent: readonly Unsent[];
  /** confirmed at `at`, and perhaps not yet shown as messages */
  readonly taken: readonly Unsent[];
  /** the engine is known not to answer: what is written waits */
  readonly isAway: boolean;
}

/** `returned`: refused, and back in the text field. */
export type Outcome = 'sent' | 'waiting' | 'returned';

/** Replies and notes that belong into the text field again, oldest first. */
export interface Returned {
  readonly outgoing: readonly Outgoing[];
  /** the reason; undefined if the operator took it back */
  readonly reason: Error | undefined;
  /** it had waited: the operator may be elsewhere by now */
  readonly hadWaited: boolean;
}

export type Outbox = ReturnType<typeof createOutbox>;

export interface OutboxOptions {
  readonly call: Call;
  readonly device: UnsentStore;
  /** absent on pages loaded over plain HTTP from another computer: windows may then repeat requests */
  readonly locks: LockManager | undefined;
  readonly onReturned: (returned: Returned) => void;
}

/** Milliseconds: longest wait for an answer; between attempts while connected; after which a reply has waited. */
const ANSWER_LIMIT = 45_000;
const MIN_RETRY_DELAY = 1000;
const MAX_RETRY_DELAY = 30_000;
const PROMPT = 2000;

/** Milliseconds after which a confirmed one is certainly shown as its message. */
const CONFIRMED_FOR = 60_000;

/**
 * Sends replies and notes, those of a chat one after another. Each is kept on this device first and until the engine
 * has confirmed it, so that it waits for a lost connection and survives the window; its `clientId` makes it go out once.
 */
export function createOutbox({ call, device, locks, onReturned }: OutboxOptions) {
  const state = createStore<OutboxState>(() => ({ unsent: [], taken: [], isAway: false }));
  const lines = createLines(locks);
  let owner: Owner | undefined;
  /** For these the device has no room: they are sent at once or returned. */
  let inMemory: readonly Unsent[] = [];
  /** The operator has just sent these. */
  const sending = new Set<string>();
  let away = new AbortController();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryDelay = MIN_RETRY_DELAY;
  let isRunning = false;

  const all = (): readonly Unsent[] =>
    [...(owner === undefined ? [] : device.list(owner)), ...inMemory].toSorted((a, b) => a.at - b.at);
  const ofChat = (chatId: string): readonly Unsent[] => all().filter((unsent) => unsent.chatId === chatId);
  const isStored = (unsent: Unsent): boolean => !inMemory.some(({ clientId }) => clientId === unsent.clientId);
  const refresh = (): void => state.setState({ unsent: all() });
  const remove = (unsent: readonly Unsent[], taken = state.getState().taken): void => {
    for (const removed of unsent) device.remove(removed);
    inMemory = inMemory.filter(({ clientId }) => !unsent.some((removed) => removed.clientId === clientId));
    state.setState({ unsent: all(), taken });
  };

  /** Into the text field first: if the window ends in between, it is there twice rather than nowhere. */
  const giveBack = (unsent: readonly Unsent[], reason?: Error): void => {
    try {
      onReturned({ outgoing: unsent, reason, hadWaited: !unsent.some(({ clientId }) => sending.has(clientId)) });
    } finally {
      remove(unsent);
    }
  };

  /** Rejects with `Unreachable` when the connection is lost or the answer takes too long. */
  const answered = async <T>(answer: Promise<T>): Promise<T> => {
    const limit = AbortSignal.any([...(away.signal.aborted ? [] : [away.signal]), AbortSignal.timeout(ANSWER_LIMIT)]);
    const none = Promise.withResolvers<never>();
    limit.addEventListener('abort', () => none.reject(new Unreachable(limit.reason)));
    return await Promise.race([answer, none.promise]);
  };

  const ask = ({ chatId, text, clientId, isNote, operatorId, at }: Unsent): Promise<unknown> => {
    const request = { chatId, text, clientId, ...(operatorId !== '' && { writtenBy: operatorId }) };
    if (isNote) return call('chats.note', request);
    const age = Date.now() - at;
    return call('chats.reply', { ...request, ...(age > PROMPT && { age }) });
  };

  /** Sends a chat's oldest; resolves with whether the next one may follow. `answer`: it is under way already. */
  const attempt = async (unsent: Unsent, answer = answered(ask(unsent))): Promise<boolean> => {
    try {
      await answer;
    } catch (error) {
      return handleFailure(unsent, error);
    }
    retryDelay = MIN_RETRY_DELAY;
    settle(unsent);
    return true;
  };

  /** The engine has it. */
  const settle = (unsent: Unsent): void => {
    const now = Date.now();
    const others = state
      .getState()
      .taken.filter(({ clientId, at }) => clientId !== unsent.clientId && now - at < CONFIRMED_FOR);
    remove([unsent], [...others, { ...unsent, at: now }]);
  };

  const handleFailure = (unsent: Unsent, error: unknown): boolean => {
    const isThere = ofChat(unsent.chatId).some(({ clientId }) => clientId === unsent.clientId);
    // Another window has sent it, or returned it.
    if (!isThere) return true;
    // Whoever signs in again finds it waiting.
    if (error instanceof ContractError && error.code === 'not_signed_in' && isStored(unsent)) return false;
    if (error instanceof ContractError || !isStored(unsent)) {
      // Nothing goes out before what was written earlier. Notes stand for themselves.
      const later = ofChat(unsent.chatId).filter(({ isNote, at }) => !isNote && at > unsent.at);
      giveBack(unsent.isNote ? [unsent] : [unsent, ...later], error instanceof Error ? error : undefined);
      return true;
    }
    device.put({ ...unsent, mayHaveArrived: true });
    refresh();
    retryLater();
    return false;
  };

  /**
   * Sends what a chat has, in its turn. Resolves with false if something waits. `begun`: the answer to one that is under
   * way already.
   */
  const sendChat = async (
    chatId: string,
    begun?: { readonly unsent: Unsent; readonly answer: Promise<unknown> },
  ): Promise<boolean> => {
    // First, also if another window has heard of it meanwhile and removed it from the device.
    if (begun !== undefined && !(await attempt(begun.unsent, begun.answer))) return false;
    for (;;) {
      const [first] = ofChat(chatId);
      if (first === undefined) return true;
      if (isStored(first) && state.getState().isAway) return false;
      if (!(await attempt(first))) return false;
    }
  };

  /**
   * Sends the only one of its chat without waiting for the chat's turn, which takes its time while the screen is drawn:
   * there is nothing that it could overtake.
   */
  const sendOnly = ({ chatId, clientId }: Unsent): ReturnType<typeof begin> | undefined => {
    const [first, ...others] = ofChat(chatId);
    const isOnly = first?.clientId === clientId && others.length === 0;
    return isOnly && !state.getState().isAway && !lines.isBusy(chatId) ? begin(first) : undefined;
  };
  const begin = (unsent: Unsent) => {
    const answer = answered(ask(unsent));
    // It is awaited in the chat's turn.
    answer.catch(() => undefined);
    return { unsent, answer };
  };

  /** Another window that is sending a chat goes on with it. */
  const sendAll = async (): Promise<void> => {
    clearTimeout(retry);
    retry = undefined;
    for (const chatId of new Set(all().map((unsent) => unsent.chatId))) {
      if (state.getState().isAway) return;
      if ((await lines.runIfFree(chatId, () => sendChat(chatId))) !== true) retryLater();
    }
  };

  const retryLater = (): void => {
    if (retry !== undefined || !isRunning || state.getState().isAway) return;
    retry = setTimeout(() => void sendAll(), retryDelay);
    retryDelay = Math.min(MAX_RETRY_DELAY, retryDelay * 2);
  };

  return {
    state,
    /** resolves with what became of it for now; what is refused goes to `onReturned` */
    send: async (outgoing: Outgoing): Promise<Outcome> => {
      const { clientId, chatId } = outgoing;
      const at = Math.max(Date.now(), (all().at(-1)?.at ?? 0) + 1);
      const { installationId, operatorId } = owner ?? { installationId: '', operatorId: '' };
      const unsent = { ...outgoing, installationId, operatorId, at, mayHaveArrived: false };
      if (owner === undefined || !device.put(unsent)) {
        if (owner !== undefined && state.getState().isAway) {
          onReturned({ outgoing: [outgoing], reason: new Error(i18n.t('common:rpc.noRoom')), hadWaited: false });
          return 'returned';
        }
        inMemory = [...inMemory, unsent];
      }
      sending.add(clientId);
      // Before anything is drawn.
      const begun = sendOnly(unsent);
      refresh();
      if (!state.getState().isAway || !isStored(unsent)) await lines.run(chatId, () => sendChat(chatId, begun));
      sending.delete(clientId);
      const { taken, unsent: left } = state.getState();
      const isIt = (candidate: Unsent): boolean => candidate.clientId === clientId;
      return taken.some(isIt) ? 'sent' : left.some(isIt) ? 'waiting' : 'returned';
    },
    /** asks something of a chat after its replies; rejects with `Unreachable` while these wait, or without an answer */
    sendAfter: <T>(chatId: string, work: () => Promise<T>): Promise<T> =>
      lines.run(chatId, async () => {
        await sendChat(chatId);
        if (ofChat(chatId).some(({ isNote }) => !isNote)) throw new Unreachable();
        return await answered(work());
      }),
    /** the engine has announced it as a message, with or without an answer */
    confirmed: (clientId: string): void => {
      const unsent = state.getState().unsent.find((candidate) => candidate.clientId === clientId);
      if (unsent !== undefined) settle(unsent);
    },
    /** gives one back to the text field, unless it was sent meanwhile */
    takeBack: (unsent: Unsent): Promise<void> =>
      lines.run(unsent.chatId, async () => {
        const left = ofChat(unsent.chatId).find(({ clientId }) => clientId === unsent.clientId);
        if (left !== undefined) giveBack([left]);
      }),
    /** deletes those of erased chats */
    forget: (chatIds: readonly string[]): void => {
      if (owner !== undefined) device.forget(owner.installationId, chatIds);
      const isErased = ({ chatId }: Unsent): boolean => chatIds.includes(chatId);
      inMemory = inMemory.filter((unsent) => !isErased(unsent));
      state.setState(({ taken }) => ({ taken: taken.filter((unsent) => !isErased(unsent)) }));
      refresh();
    },
    /** the engine greets this operator: what waits is sent */
    connected: (greeted: Owner): void => {
      owner = greeted;
      device.tidy(greeted);
      // A colleague who was removed sends nothing any more.
      const tidyByTeam = ({ operators }: RouteOutput<'operators.list'>): void =>
        device.tidy(
          greeted,
          operators.map(({ id }) => id),
        );
      if (device.list().length > device.list(greeted).length)
        void call('operators.list', {}).then(tidyByTeam, () => undefined);
      refresh();
      retryDelay = MIN_RETRY_DELAY;
      void sendAll();
    },
    setAway: (isAway: boolean): void => {
      const before = state.getState().isAway;
      state.setState({ isAway });
      if (isAway === before) return;
      if (isAway) {
        clearTimeout(retry);
        retry = undefined;
        away.abort();
      } else {
        away = new AbortController();
        void sendAll();
      }
    },
    /** follows the device's other windows; returns how to stop */
    start: (): (() => void) => {
      isRunning = true;
      const stop = device.onChange(() => {
        refresh();
        // The other window sends it; if that one is closed before, this one does.
        if (state.getState().unsent.length > 0) retryLater();
      });
      return () => {
        stop();
        isRunning = false;
        clearTimeout(retry);
        retry = undefined;
      };
    },
  };
}

/** True if one waits for the connection, rather than being on its way. */
export function isWaiting({ isAway, unsent }: Pick<OutboxState, 'isAway' | 'unsent'>, reply: Unsent): boolean {
  return (
    isAway ||
    unsent.some(({ mayHaveArrived, chatId, at }) => mayHaveArrived && chatId === reply.chatId && at <= reply.at)
  );
}

interface Lines {
  /** something of this name is running or waiting in this window */
  readonly isBusy: (name: string) => boolean;
  /** runs it after everything else of this name, in all windows of the device */
  readonly run: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** runs it only if nothing else of this name is running in a window */
  readonly runIfFree: <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>;
}

function createLines(locks: LockManager | undefined): Lines {
  if (locks !== undefined) {
    const lockOf = (name: string): string => `counterbell.unsent ${name}`;
    const busy = new Map<string, number>();
    const counted = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      busy.set(name, (busy.get(name) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const left = (busy.get(name) ?? 0) - 1;
        if (left > 0) busy.set(name, left);
        else busy.delete(name);
      }
    };
    return {
      isBusy: (name) => busy.has(name),
      run: (name, work) => counted(name, async () => await locks.request(lockOf(name), work)),
      runIfFree: (name, work) =>
        counted(
          name,
          async () =>
            await locks.request(lockOf(name), { ifAvailable: true }, (lock) => (lock === null ? undefined : work())),
        ),
    };
  }
  const last = new Map<string, Promise<unknown>>();
  const run: Lines['run'] = async (name, work) => {
    const ownTurn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, ownTurn);
    try {
      return await ownTurn;
    } finally {
      if (last.get(name) === ownTurn) last.delete(name);
    }
  };
  return {
    isBusy: (name) => last.has(name),
    run,
    runIfFree: async (name, work) => (last.has(name) ? undefined : await run(name, work)),
  };
}
