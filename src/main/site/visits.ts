import type { Clock } from '#main/clock/clock.ts';
import type { Visitor } from '#shared/contract/visitors.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import type { VisitedPage } from '#shared/site/frames.ts';

/** How long somebody who has left is still listed, in milliseconds, and how many of them. */
const LEFT_RETENTION = 30 * 60_000;
const MAX_LEFT = 500;

/** Milliseconds between two notices of a change. */
const NOTICE_INTERVAL = 1000;

/** Milliseconds within which a visitor without a connection is on the way to another page, and has not left. */
const LEAVING = 5000;

/** Milliseconds after which somebody who comes back begins another visit. */
const NEW_VISIT = 60_000;

/** What is known of somebody who is on a website. */
interface Presence {
  readonly channelId: string;
  readonly customerId: string | undefined;
  readonly page: VisitedPage | undefined;
  readonly language: string | undefined;
}

interface Visit extends Presence {
  readonly id: string;
  readonly since: number;
  /** undefined: they are there */
  readonly leftAt: number | undefined;
}

/**
 * Visits to websites by people who have the window open, and by those who left lately; in memory only. `onChange` is
 * called at most once a second.
 */
export function createVisits(clock: Clock, onChange: () => void) {
  /** by whoever visits: a visitor, or a connection without a token; the latest change is last */
  const visits = new Map<string, Visit>();
  let cancelNotice: (() => void) | undefined;
  let cancelLeaving: (() => void) | undefined;

  const changed = (): void => {
    cancelNotice ??= clock.after(NOTICE_INTERVAL, () => {
      cancelNotice = undefined;
      forgetLeft();
      onChange();
    });
  };
  const forgetLeft = (): void => {
    const since = clock.wall() - LEFT_RETENTION;
    const left = [...visits.entries().filter(([, { leftAt }]) => leftAt !== undefined)];
    for (const [at, [who, { leftAt = 0 }]] of left.entries())
      if (leftAt < since || at < left.length - MAX_LEFT) visits.delete(who);
  };
  const isLeaving = ({ leftAt }: Visit): boolean => leftAt !== undefined && clock.wall() - leftAt < LEAVING;
  const noteLeaving = (): void => {
    cancelLeaving ??= clock.after(LEAVING, () => {
      cancelLeaving = undefined;
      changed();
      if (visits.values().some(isLeaving)) noteLeaving();
    });
  };
  /** as operators are told */
  const shown = (visit: Visit): Visitor => {
    const { leftAt, page, ...stays } = visit;
    return omitUndefined({
      ...stays,
      page: page && omitUndefined(page),
      leftAt: isLeaving(visit) ? undefined : leftAt,
    }) as Visitor;
  };
  /** at the end of the order */
  const set = (who: string, visit: Visit): void => {
    visits.delete(who);
    visits.set(who, visit);
    changed();
  };

  return {
    /** somebody is there; `id`: of the visit if it is a new one; `before`: who they were, if their visit goes on */
    note: (who: string, { channelId, customerId, page, language }: Presence, id: string, before = who): void => {
      const known = visits.get(who) ?? visits.get(before);
      const now = clock.wall();
      const goesOn = known !== undefined && now - (known.leftAt ?? now) < NEW_VISIT;
      const since = goesOn ? known.since : now;
      if (before !== who) visits.delete(before);
      set(who, { id: known?.id ?? id, channelId, since, customerId, page, language, leftAt: undefined });
    },
    leave: (who: string): void => {
      const visit = visits.get(who);
      if (visit === undefined) return;
      set(who, { ...visit, leftAt: clock.wall() });
      noteLeaving();
    },
    forgetCustomers: (customerIds: readonly string[]): void => {
      for (const [who, { customerId }] of visits)
        if (customerId !== undefined && customerIds.includes(customerId)) visits.delete(who);
    },
    /** whose visit this is; undefined: they left long ago */
    whose: (visitId: string): string | undefined => visits.entries().find(([, { id }]) => id === visitId)?.[0],
    /** those who are there first, each group newest first; `here`: how many they are */
    list: (limit: number): { visitors: Visitor[]; here: number } => {
      forgetLeft();
      const [here, left]: [Visit[], Visit[]] = [[], []];
      for (const visit of visits.values()) (visit.leftAt === undefined || isLeaving(visit) ? here : left).push(visit);
      const newest = here.toSorted((one, other) => other.since - one.since);
      return { visitors: [...newest, ...left.toReversed()].slice(0, limit).map(shown), here: here.length };
    },
    /** undefined: they have not been on the website for half an hour */
    findCustomer: (customerId: string): Visitor | undefined => {
      forgetLeft();
      const visit = visits.values().find((each) => each.customerId === customerId);
      return visit && shown(visit);
    },
    stop: (): void => {
      cancelNotice?.();
      cancelLeaving?.();
    },
  };
}
