import type { Logger } from 'pino';
import type { ChannelPort } from '#main/channels/channel-kinds.ts';
import { subscriberOf } from '#main/intake/client-address.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { EventBus } from '#shared/contract/events.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { PING_INTERVAL, type VisitedPage } from '#shared/site/frames.ts';
import type { Carrier } from './carriers.ts';
import type { Client } from './client.ts';
import { Session, type SessionParts } from './session.ts';
import { type Clock, throttle } from '#main/clock/clock.ts';
import type { Inviter, Signalling, Signals } from '#main/nodes/signals.ts';
import { MOST_LISTED, type Visitor } from '#shared/contract/visitors.ts';

/** Open sessions in all, and of one client while requests are counted. */
const MAX_SESSIONS = 20_000;
const MAX_PER_CLIENT = 64;
/** Those of a channel, and of one client, beyond which nobody connects only to be listed. */
const MOST_TO_LIST = 1000;
const MOST_TO_LIST_OF_CLIENT = 16;

/** Parts in which the sessions are pinged during an interval, so that many do not hold up other work. */
const PING_PARTS = 25;

/** The visitors of websites who have a window open. */
export type Visitors = ReturnType<typeof startVisitors>;

export function startVisitors(
  options: Omit<SessionParts, 'onChange'> & {
    readonly log: Logger;
    readonly on: EventBus['on'];
    readonly onTouched: EventBus['onTouched'];
    readonly tell: Signalling['tell'];
    readonly onTold: Signalling['onTold'];
  },
) {
  const { clock, log, touch, on, onTouched } = options;
  const sessions = new Map<string, Session>();
  /** by channel and `sender.id` */
  const byVisitor = new Map<string, Set<Session>>();
  /** sessions by client address, and by channel */
  const counts = new Map<string, number>();
  const elsewhere = createElsewhere(options);
  const visits = createVisits(clock, () => {
    elsewhere.share(visits.list(MOST_LISTED));
    touch('visitors');
  });
  options.onTold('joined', (_nothing, { isOwn }) => {
    if (!isOwn && sessions.size > 0) elsewhere.share(visits.list(MOST_LISTED));
  });

  const nameOf = ({ id, channel }: Session, externalId: string | undefined): string =>
    externalId === undefined ? id : visitorName(channel.id, externalId);
  const sessionsOf = (channelId: string, externalId: string) => byVisitor.get(visitorName(channelId, externalId)) ?? [];
  const list = (name: string, session: Session): void => {
    byVisitor.set(name, (byVisitor.get(name) ?? new Set()).add(session));
  };
  /** returns true if no other session of this visitor is left */
  const unlist = (name: string, session: Session): boolean => {
    const others = byVisitor.get(name);
    others?.delete(session);
    if (others?.size === 0) byVisitor.delete(name);
    return !byVisitor.has(name);
  };

  const count = (session: Session, change: 1 | -1): void => {
    for (const name of [subscriberOf(session.client.address), session.channel.id]) {
      const left = (counts.get(name) ?? 0) + change;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    }
  };
  const countOf = (name: string): number => counts.get(name) ?? 0;

  const refresh = (session: Session): void => {
    session.refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'a window on a website could not be told what is new');
      session.carrier.close();
    });
  };
  const refreshVisitor = ({ channelId, externalId }: { channelId: string; externalId: string }): void => {
    for (const session of sessionsOf(channelId, externalId)) refresh(session);
  };

  on('message.added', ({ chat }) => refreshVisitor(chat.customer));
  on('chat.changed', ({ chat }) => refreshVisitor(chat.customer));
  on('customer.changed', ({ customer }) => refreshVisitor(customer));
  on('chats.changed', () => sessions.forEach(refresh));
  onTouched(['operators', 'hours'], () => sessions.forEach((session) => session.sendStateIfChanged()));
  onTouched(['channels'], () => {
    for (const session of [...sessions.values()])
      if (options.findChannel(session.channel.id) === undefined) session.carrier.close();
      else session.sendStateIfChanged();
  });
  on('customers.erased', ({ customerIds }) => {
    for (const session of sessions.values())
      if (customerIds.includes(session.facts.visitor?.customerId ?? '')) session.forget();
    visits.forgetCustomers(customerIds);
  });

  /** keeps the index and the visit of a session up to date */
  const onChange = (session: Session, before: string | undefined): void => {
    // One that has just ended may be in the middle of something.
    if (!sessions.has(session.id)) return;
    const { externalId, visitor, page, language, window } = session.facts;
    const [was, is] = [nameOf(session, before), nameOf(session, externalId)];
    let isAlone = true;
    if (was !== is) {
      isAlone = unlist(was, session);
      if (externalId !== undefined) list(is, session);
    }
    const presence = { channelId: session.channel.id, customerId: visitor?.customerId, page, language, window };
    // Their visit goes on, unless another tab keeps it.
    visits.note(is, presence, session.id, isAlone ? was : is);
  };
  const parts: SessionParts = { ...options, onChange };

  let opened = 0;
  let part = 0;
  let cancelPings: (() => void) | undefined;
  const pingLater = (): void => {
    cancelPings ??= clock.after(PING_INTERVAL / PING_PARTS, () => {
      cancelPings = undefined;
      part = (part + 1) % PING_PARTS;
      for (const session of sessions.values())
        if (session.pingPart === part && session.carrier.isPinged && !session.ping()) session.carrier.cut();
      if (sessions.size > 0) pingLater();
    });
  };

  /** the windows connect again */
  const closeAll = (): void => {
    for (const { carrier } of [...sessions.values()]) carrier.close();
  };

  const windowsOf = (visitId: string): readonly Session[] => {
    const visitorKey = visits.visitorOf(visitId) ?? '';
    const alone = sessions.get(visitorKey);
    return alone === undefined ? [...(byVisitor.get(visitorKey) ?? [])] : [alone];
  };
  options.onTold('invite', ({ visitorId, from: { name, picture }, text }) => {
    for (const { carrier } of windowsOf(visitorId))
      carrier.send({ kind: 'invite', text, name, ...omitUndefined({ picture }) });
  });

  const port: ChannelPort = {
    isEverywhere: true,
    // What is stored reaches the windows by its events; what they have received, they say themselves.
    enqueue: () => undefined,
    sendTyping: async ({ channelId, externalId }, { name }, type) => {
      for (const { carrier } of sessionsOf(channelId, externalId))
        carrier.send({ kind: 'typing', on: type === 'typein', name });
    },
  };
  return {
    port,
    /** call `close` with the session when its carrier has ended */
    open: (channel: ChannelRecord, client: Client, carrier: Carrier): Session => {
      opened += 1;
      const session = new Session(parts, { channel, client, carrier, pingPart: opened % PING_PARTS });
      sessions.set(session.id, session);
      count(session, 1);
      pingLater();
      return session;
    },
    close: (session: Session): void => {
      if (!sessions.delete(session.id)) return;
      session.close();
      count(session, -1);
      const name = nameOf(session, session.facts.externalId);
      if (unlist(name, session)) visits.leave(name);
    },
    /** true if there is room for one more from this address; `isLimited`: it counts as one client */
    hasRoom: (address: string, isLimited: boolean): boolean =>
      sessions.size < MAX_SESSIONS && (!isLimited || countOf(subscriberOf(address)) < MAX_PER_CLIENT),
    /** true if one more may connect only to be listed: those who write need the room */
    listsOneMore: (channelId: string, address: string, isLimited: boolean): boolean =>
      countOf(channelId) < MOST_TO_LIST && (!isLimited || countOf(subscriberOf(address)) < MOST_TO_LIST_OF_CLIENT),
    /** here and at other nodes */
    list: (limit: number) => elsewhere.with(visits.list(limit), limit),
    findCustomer: (customerId: string): Visitor | undefined =>
      visits.findCustomer(customerId) ?? elsewhere.find((visitor) => visitor.customerId === customerId),
    /** a visitor of these channels, or of any. Coded error: not_found, if they have left */
    invite: async (visitorId: string, channels: readonly string[] | undefined, from: Inviter, text: string) => {
      const [session] = windowsOf(visitorId);
      const channelId = session?.channel.id ?? elsewhere.find(({ id }) => id === visitorId)?.channelId;
      if (channelId === undefined || channels?.includes(channelId) === false)
        throw new ContractError('not_found', phrase('errors:refusals.no.visitor'));
      await options.tell('invite', { visitorId, from, text });
    },
    closeAll,
    stop: (): void => {
      cancelPings?.();
      closeAll();
      visits.stop();
    },
  };
}

/** The visitors at other nodes. */
function createElsewhere({ tell, onTold, touch }: Signalling & Pick<EventBus, 'touch'>) {
  const nodes = new Map<string, Signals['visitors']>();
  onTold('visitors', (told, { from, isOwn }) => {
    if (!isOwn) nodes.set(from, told);
  });
  onTold('gone', ({ runs }) => {
    for (const run of runs) nodes.delete(run);
    touch('visitors');
  });
  return {
    share: (own: Signals['visitors']): void => void tell('visitors', own).catch(() => undefined),
    with: (own: Signals['visitors'], limit: number) => {
      const all = [own, ...nodes.values()];
      const visitors = all.flatMap((each) => each.visitors);
      const [left, here] = [visitors.filter(isLeft), visitors.filter((visitor) => !isLeft(visitor))];
      return { visitors: [...here, ...left].slice(0, limit), here: all.reduce((sum, each) => sum + each.here, 0) };
    },
    find: (isWanted: (visitor: Visitor) => boolean): Visitor | undefined =>
      nodes
        .values()
        .flatMap(({ visitors }) => visitors)
        .find(isWanted),
  };
}

function isLeft({ leftAt }: Visitor): boolean {
  return leftAt !== undefined;
}

function visitorName(channelId: string, externalId: string): string {
  return `${channelId} ${externalId}`;
}

/** Milliseconds for which visitors who have left are still listed, and their maximum number. */
const LEFT_RETENTION = 30 * 60_000;
const MAX_LEFT = 500;

/** Milliseconds between two notices of a change. */
const NOTICE_INTERVAL = 1000;

/** Milliseconds within which a visitor without a connection is on the way to another page, and has not left. */
const LEAVING = 5000;

/** Milliseconds after which somebody who comes back begins another visit. */
const NEW_VISIT = 60_000;

/** Presence of a visitor on a website. */
interface Presence {
  readonly channelId: string;
  readonly customerId: string | undefined;
  readonly page: VisitedPage | undefined;
  readonly language: string | undefined;
  /** undefined: a window that does not name itself */
  readonly window: string | undefined;
}

interface Visit extends Presence {
  readonly id: string;
  readonly since: number;
  /** undefined: they are there */
  readonly left: { readonly wall: number; readonly monotonic: number } | undefined;
}

/**
 * Visits to websites by people who have the window open, and by those who left lately; in memory only. `onChange` is
 * called at most once a second.
 */
function createVisits(clock: Clock, onChange: () => void) {
  /** by whoever visits: a visitor, or a connection without a token; the latest change is last */
  const visits = new Map<string, Visit>();
  let cancelLeaving: (() => void) | undefined;

  /** milliseconds; 0: they are there */
  const awayFor = ({ left }: Visit): number => (left === undefined ? 0 : clock.monotonic() - left.monotonic);
  const forgetLeft = (): void => {
    const entries = [...visits.entries().filter(([, { left }]) => left !== undefined)];
    for (const [at, [visitorKey, visit]] of entries.entries())
      if (awayFor(visit) > LEFT_RETENTION || at < entries.length - MAX_LEFT) visits.delete(visitorKey);
  };
  const { soon: changed, stop } = throttle(NOTICE_INTERVAL, clock, () => {
    forgetLeft();
    onChange();
  });
  const isLeaving = (visit: Visit): boolean => visit.left !== undefined && awayFor(visit) < LEAVING;
  const noteLeaving = (): void => {
    cancelLeaving ??= clock.after(LEAVING, () => {
      cancelLeaving = undefined;
      changed();
      if (visits.values().some(isLeaving)) noteLeaving();
    });
  };
  /** as operators are told */
  const shown = (visit: Visit): Visitor => {
    const { left, page, window: _window, ...stays } = visit;
    return omitUndefined({
      ...stays,
      page: page && omitUndefined(page),
      leftAt: isLeaving(visit) ? undefined : left?.wall,
    }) as Visitor;
  };
  /** the visitor in this window, on a connection that somebody ended by signing in or out */
  const anonymousIn = (window: string | undefined): string | undefined =>
    window === undefined
      ? undefined
      : visits.entries().find(([, visit]) => visit.window === window && visit.customerId === undefined)?.[0];
  /** at the end of the order */
  const set = (visitorKey: string, visit: Visit): void => {
    visits.delete(visitorKey);
    visits.set(visitorKey, visit);
    changed();
  };

  return {
    /** somebody is there; `id`: of the visit if it is a new one; `were`: who they were, if their visit goes on */
    note: (visitorKey: string, presence: Presence, id: string, were = visitorKey): void => {
      const isNew = !visits.has(visitorKey) && !visits.has(were);
      const before = (isNew ? anonymousIn(presence.window) : undefined) ?? were;
      const known = visits.get(visitorKey) ?? visits.get(before);
      const goesOn = known !== undefined && awayFor(known) < NEW_VISIT;
      const since = goesOn ? known.since : clock.wall();
      if (before !== visitorKey) visits.delete(before);
      set(visitorKey, { ...presence, id: known?.id ?? id, since, left: undefined });
    },
    leave: (visitorKey: string): void => {
      const visit = visits.get(visitorKey);
      if (visit === undefined) return;
      set(visitorKey, { ...visit, left: { wall: clock.wall(), monotonic: clock.monotonic() } });
      noteLeaving();
    },
    forgetCustomers: (customerIds: readonly string[]): void => {
      for (const [visitorKey, { customerId }] of visits)
        if (customerId !== undefined && customerIds.includes(customerId)) visits.delete(visitorKey);
    },
    /** the visitor of this visit; undefined: they left long ago */
    visitorOf: (visitId: string): string | undefined => visits.entries().find(([, { id }]) => id === visitId)?.[0],
    /** those who are there first, each group newest first; `here`: how many they are */
    list: (limit: number): { visitors: Visitor[]; here: number } => {
      forgetLeft();
      const [here, left]: [Visit[], Visit[]] = [[], []];
      for (const visit of visits.values()) (visit.left === undefined || isLeaving(visit) ? here : left).push(visit);
      const newest = here.toSorted((a, b) => b.since - a.since);
      return { visitors: [...newest, ...left.toReversed()].slice(0, limit).map(shown), here: here.length };
    },
    /** undefined: they have not been on the website for half an hour */
    findCustomer: (customerId: string): Visitor | undefined => {
      forgetLeft();
      const visit = visits.values().find((candidate) => candidate.customerId === customerId);
      return visit && shown(visit);
    },
    stop: (): void => {
      stop();
      cancelLeaving?.();
    },
  };
}
