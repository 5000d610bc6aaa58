import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ChannelPort } from '#main/channels/channel-kinds.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Events } from '#shared/contract/events.ts';
import type { Visitor } from '#shared/contract/visitors.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import { type EngineFrame, PING_INTERVAL } from '#shared/site/frames.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { createSession, type Session, type SessionLimits, type SessionParts } from './session.ts';

/** What carries a session. */
export interface Carrier {
  readonly send: (frame: EngineFrame) => void;
  /** every `PING_INTERVAL`; false: it is broken, and is closed */
  readonly beat: () => boolean;
  readonly close: () => void;
}

/** How long somebody who has left is still listed, in milliseconds, and how many of them. */
const LEFT_RETENTION = 30 * 60_000;
const MAX_LEFT = 500;

/** Open sessions in all, and of one client while requests are counted. */
const MAX_SESSIONS = 20_000;
export const MAX_PER_CLIENT = 64;

/** Milliseconds between two events about visitors. */
const EVENT_INTERVAL = 1000;

/** Milliseconds within which a visitor without a connection is on the way to another page, and has not left. */
const LEAVING = 5000;

/** Milliseconds after which somebody who comes back begins another visit. */
const NEW_VISIT = 60_000;

/** The visitors of websites who have a window open. */
export type Visitors = ReturnType<typeof startVisitors>;

export function startVisitors(
  options: SessionParts & {
    readonly log: Logger;
    readonly on: <N extends keyof Events>(name: N, listener: (data: Events[N]) => void) => void;
    /** undefined: it was removed, or is no website's */
    readonly findChannel: (channelId: string) => ChannelRecord | undefined;
  },
) {
  const { clock, log, emit, on } = options;
  const sessions = new Map<
    string,
    { readonly session: Session; readonly carrier: Carrier; readonly address: string }
  >();
  /** by channel and `sender.id` */
  const byVisitor = new Map<string, Set<Session>>();
  const byAddress = new Map<string, number>();
  const visits = new Map<string, Visitor>();
  let cancelGather: (() => void) | undefined;
  let cancelLeaving: (() => void) | undefined;

  const keyOf = (channelId: string, externalId: string): string => `${channelId} ${externalId}`;
  const sessionsOf = (channelId: string, externalId: string): Iterable<Session> =>
    byVisitor.get(keyOf(channelId, externalId)) ?? [];
  const changed = (): void => {
    cancelGather ??= clock.after(EVENT_INTERVAL, () => {
      cancelGather = undefined;
      forgetLeft();
      emit('visitors.changed', {});
    });
  };
  const forgetLeft = (): void => {
    const since = clock.wall() - LEFT_RETENTION;
    const left = [...visits].filter(([, { leftAt }]) => leftAt !== undefined);
    for (const [at, [key, { leftAt = 0 }]] of left.entries())
      if (leftAt < since || at < left.length - MAX_LEFT) visits.delete(key);
  };

  const isLeaving = ({ leftAt }: Visitor): boolean => leftAt !== undefined && clock.wall() - leftAt < LEAVING;
  /** as operators are told */
  const shown = (visit: Visitor): Visitor => {
    const { leftAt: _, ...stays } = visit;
    return isLeaving(visit) ? stays : visit;
  };
  const noteLeaving = (): void => {
    cancelLeaving ??= clock.after(LEAVING, () => {
      cancelLeaving = undefined;
      changed();
      if (visits.values().some(isLeaving)) noteLeaving();
    });
  };

  const refresh = (session: Session): void => {
    session.refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'a window on a website could not be told what is new');
      sessions.get(session.id)?.carrier.close();
    });
  };
  const refreshVisitor = ({ channelId, externalId }: { channelId: string; externalId: string }): void => {
    for (const session of sessionsOf(channelId, externalId)) refresh(session);
  };
  const all = (): Session[] => Array.from(sessions.values(), ({ session }) => session);

  on('message.added', ({ chat }) => refreshVisitor(chat.customer));
  on('chat.changed', ({ chat }) => refreshVisitor(chat.customer));
  on('chats.changed', () => all().forEach(refresh));
  for (const name of ['operators.changed', 'hours.changed'] as const)
    on(name, () => all().forEach((session) => session.sendStateIfChanged()));
  on('channels.changed', () => {
    for (const { session, carrier } of [...sessions.values()])
      if (options.findChannel(session.channelId) === undefined) carrier.close();
      else session.sendStateIfChanged();
  });
  on('customers.erased', ({ customerIds }) => {
    for (const session of all()) if (customerIds.includes(session.facts().customerId ?? '')) session.forget();
    for (const [key, { customerId }] of visits) if (customerIds.includes(customerId ?? '')) visits.delete(key);
  });

  const open = (channel: ChannelRecord, client: { address: string; limits: () => SessionLimits }, carrier: Carrier) => {
    const id = randomUUID();
    let key: string | undefined;
    /** keeps the indexes and the visit of a session up to date */
    const update = (): void => {
      const { externalId, customerId, page, language } = session.facts();
      const next = externalId === undefined ? undefined : keyOf(channel.id, externalId);
      const was = visits.get(key ?? id);
      if (next !== key) {
        leave();
        // Somebody else now: the visit goes on under the new name, unless another tab keeps the old one.
        if (key === undefined || !byVisitor.has(key)) visits.delete(key ?? id);
        key = next;
        if (key !== undefined) byVisitor.set(key, (byVisitor.get(key) ?? new Set()).add(session));
      }
      const name = key ?? id;
      const before = visits.get(name) ?? was;
      // Reinserted at the end: the latest are last.
      visits.delete(name);
      const now = clock.wall();
      const since = before !== undefined && now - (before.leftAt ?? now) < NEW_VISIT ? before.since : now;
      visits.set(name, {
        id: before?.id ?? id,
        channelId: channel.id,
        since,
        ...omitUndefined({ customerId, page: page && omitUndefined(page), language }),
      } as Visitor);
      changed();
    };
    const leave = (): void => {
      if (key === undefined) return;
      const others = byVisitor.get(key);
      others?.delete(session);
      if (others?.size === 0) byVisitor.delete(key);
    };
    const session = createSession(options, {
      id,
      channel,
      send: carrier.send,
      limits: client.limits,
      onChange: update,
    });
    sessions.set(id, { session, carrier, address: client.address });
    byAddress.set(client.address, (byAddress.get(client.address) ?? 0) + 1);
    return {
      session,
      close: (): void => {
        if (!sessions.delete(id)) return;
        session.close();
        const left = (byAddress.get(client.address) ?? 1) - 1;
        if (left === 0) byAddress.delete(client.address);
        else byAddress.set(client.address, left);
        leave();
        const name = key ?? id;
        const visit = visits.get(name);
        if (visit !== undefined && (key === undefined || !byVisitor.has(key))) {
          visits.delete(name);
          visits.set(name, { ...visit, leftAt: clock.wall() });
          noteLeaving();
        }
        changed();
      },
    };
  };

  let cancelBeat = (): void => undefined;
  const beat = (): void => {
    cancelBeat = clock.after(PING_INTERVAL, () => {
      for (const { carrier } of [...sessions.values()]) if (!carrier.beat()) carrier.close();
      beat();
    });
  };
  beat();

  /** the windows connect again */
  const closeAll = (): void => {
    for (const { carrier } of [...sessions.values()]) carrier.close();
  };

  const port: ChannelPort = {
    // What is stored reaches the windows by its events; what they have received, they say themselves.
    enqueue: () => undefined,
    sendTyping: async ({ channelId, externalId }, { name }, type) => {
      for (const session of sessionsOf(channelId, externalId))
        session.send({ kind: 'typing', on: type === 'typein', name });
    },
  };
  return {
    port,
    open,
    /** whether there is room for one more from this address; `isLimited`: it counts as one client */
    hasRoom: (address: string, isLimited: boolean): boolean =>
      sessions.size < MAX_SESSIONS && (!isLimited || (byAddress.get(address) ?? 0) < MAX_PER_CLIENT),
    /** a session of a channel by its id */
    find: (channelId: string, id: string): Session | undefined => {
      const found = sessions.get(id)?.session;
      return found?.channelId === channelId ? found : undefined;
    },
    /** those who are there first, each group newest first; `here`: how many they are */
    list: (limit: number): { visitors: Visitor[]; here: number } => {
      forgetLeft();
      const [here = [], left = []] = [true, false].map((isHere) =>
        Array.from(visits.values(), shown).filter(({ leftAt }) => (leftAt === undefined) === isHere),
      );
      const newest = here.toSorted((one, other) => other.since - one.since);
      return { visitors: [...newest, ...left.toReversed()].slice(0, limit), here: here.length };
    },
    /** undefined: they have not been on the website for half an hour */
    findCustomer: (customerId: string): Visitor | undefined => {
      forgetLeft();
      const visit = visits.values().find((each) => each.customerId === customerId);
      return visit && shown(visit);
    },
    /** Coded error: not_found, if they have left */
    invite: (
      visitorId: string,
      { name, picture }: { name: string; picture?: string | undefined },
      text: string,
    ): void => {
      const [visit] = visits.entries().find(([, { id }]) => id === visitorId) ?? [];
      const alone = sessions.get(visit ?? '')?.session;
      const windows = alone === undefined ? [...(byVisitor.get(visit ?? '') ?? [])] : [alone];
      if (windows.length === 0) throw new ContractError('not_found', phrase('errors:refusals.no.visitor'));
      for (const session of windows) session.send({ kind: 'invite', text, name, ...omitUndefined({ picture }) });
    },
    closeAll,
    stop: (): void => {
      cancelBeat();
      closeAll();
      cancelGather?.();
      cancelLeaving?.();
    },
  };
}
