import type { Logger } from 'pino';
import type { ChannelPort } from '#main/channels/channel-kinds.ts';
import { subscriberOf } from '#main/intake/client-address.ts';
import type { Inviter, Signalling, Signals } from '#main/nodes/signals.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { EventBus } from '#shared/contract/events.ts';
import { MOST_LISTED, type Visitor } from '#shared/contract/visitors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { PING_INTERVAL } from '#shared/site/frames.ts';
import type { Carrier } from './carriers.ts';
import type { Client } from './client.ts';
import { Session, type SessionParts } from './session.ts';
import { createVisits } from './visits.ts';

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
