import { isListed, isListedBefore, ofCustomer } from '#shared/domain/chat-list.ts';
import type { Chat, Operator, Presence } from '#shared/domain/entities.ts';
import { BATCH_DELAY, keepLoaded, type KeepLoadedOptions, type OwnEngine } from '../ask-engine.ts';

/** Most chats in the menu; the console has the rest. */
export const MENU_CHATS = 8;

/** An engine's part of the tray's state. */
export interface EngineState {
  /** the operator's choice */
  readonly presence: Presence;
  /** chats that need the operator, longest waiting first; only as many as the menu shows */
  readonly chats: readonly Chat[];
  /** their total number */
  readonly waiting: number;
}

interface Known {
  readonly me: Operator;
  readonly chats: readonly Chat[];
  /** there are further ones, which are only counted */
  readonly hasMore: boolean;
  readonly counted: number;
}

type Change = (known: Known) => Known;

/** Chats to keep, and fewest before further ones are loaded, so that the menu stays full while many are closed at once. */
const MAX_CHATS = 50;
const MIN_CHATS = 25;

/**
 * Loads an engine's state and keeps its chats current from the events alone: every seat of a large team gets every
 * event, and their requests after each one would hold up the host. Returns how to stop.
 */
export function watchEngineState({
  ask,
  bus,
  clock,
  use,
  failed,
}: OwnEngine &
  Pick<KeepLoadedOptions<EngineState>, 'clock' | 'failed'> & {
    readonly use: (state: EngineState) => void;
  }): () => void {
  let known: Known | undefined;
  let cancelUse: (() => void) | undefined;
  /** changes during each running load, whose answers may be older */
  const running = new Set<Change[]>();

  const load = async (): Promise<EngineState> => {
    const changes: Change[] = [];
    running.add(changes);
    try {
      const [me, { needsMe }, { chats, nextCursor }] = await Promise.all([
        ask('operators.me', {}),
        // From the same midnight as the window, so that both are counted once.
        ask('chats.counts', { since: new Date(clock.wall()).setHours(0, 0, 0, 0) }),
        ask('chats.list', { filter: 'needsMe', limit: MAX_CHATS }),
      ]);
      const loaded = { me, chats, hasMore: nextCursor !== undefined, counted: needsMe.all };
      known = changes.reduce<Known>((state, change) => change(state), loaded);
      return shown(known);
    } finally {
      running.delete(changes);
    }
  };
  const loading = keepLoaded({ bus, clock, routes: ['operators.me'], load, use, failed });

  const apply = (change: Change): void => {
    for (const changes of running) changes.push(change);
    if (known === undefined) return;
    known = change(known);
    if (known.hasMore && known.chats.length < MIN_CHATS) loading.reload();
    cancelUse ??= clock.after(BATCH_DELAY, () => {
      cancelUse = undefined;
      if (known !== undefined) use(shown(known));
    });
  };
  const stops = [
    bus.on('message.added', ({ chat }) => apply((state) => withChat(state, chat))),
    bus.on('chat.changed', ({ chat }) => apply((state) => withChat(state, chat))),
    bus.on('customer.changed', ({ customer }) =>
      apply((state) => ({ ...state, chats: state.chats.map((chat) => ofCustomer(chat, customer)) })),
    ),
    bus.on('customers.erased', ({ chatIds }) =>
      apply((state) => ({ ...state, chats: state.chats.filter(({ id }) => !chatIds.includes(id)) })),
    ),
    bus.on('chats.counted', ({ counted }) =>
      apply((state) => {
        const ownCounts = counted.find(({ operatorId }) => operatorId === state.me.id);
        return { ...state, counted: ownCounts?.counts.needsMe.all ?? state.counted };
      }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
    loading.stop();
    cancelUse?.();
  };
}

function shown({ me, chats, hasMore, counted }: Known): EngineState {
  return {
    presence: me.presence,
    chats: chats.slice(0, MENU_CHATS),
    waiting: hasMore ? counted : chats.length,
  };
}

/** Moves a chat to its place, unless it belongs after the last one kept. */
function withChat(state: Known, chat: Chat): Known {
  const others = state.chats.filter(({ id }) => id !== chat.id);
  if (!isListed(chat, 'needsMe', state.me.id)) return { ...state, chats: others };
  const index = others.findIndex((other) => isListedBefore(chat, other, 'needsMe'));
  if (index < 0 && state.hasMore) return { ...state, chats: others };
  const all = others.toSpliced(index < 0 ? others.length : index, 0, chat);
  return { ...state, chats: all.slice(0, MAX_CHATS), hasMore: state.hasMore || all.length > MAX_CHATS };
}
