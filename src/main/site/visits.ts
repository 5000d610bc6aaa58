import { type Clock, throttle } from '#main/clock/clock.ts';
import type { Visitor } from '#shared/contract/visitors.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import type { VisitedPage } from '#shared/site/frames.ts';

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
export function createVisits(clock: Clock, onChange: () => void) {
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
