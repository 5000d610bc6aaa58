import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatWith, messageWith } from '../../../test/fixtures/chat.ts';
import type { Alert, AlertReason, CallKind } from './alerts.ts';
import type { Chat } from './entities.ts';
import type { Message } from './message.ts';
import { MENTIONED } from './needs-person.ts';
import {
  CALL_KINDS,
  nextCalls,
  settledKinds,
  unlistedChats,
  MIN_CALL_GAP,
  GATHER_TIME,
  NO_CALLS,
  postpone,
  withAllChats,
  withChat,
  withMessage,
  withDismissed,
  withoutCaller,
  type CallState,
  type CallResult,
} from './call-policy.ts';

const OLGA = { operatorId: 'olga' };

const idsOf = (alerts: readonly Alert[]): readonly string[] => alerts.map(({ chat }) => chat.id);

/** A chat of Olga's that needs nobody. */
const quietChat = (id: string): Chat =>
  chatWith({ id, state: 'active', operatorId: 'olga', unanswered: 0, waitingSince: undefined });
const notDelivered = {
  from: 'operator',
  operatorId: 'olga',
  delivery: { state: 'failed', attempts: 3 },
} as const;

/** A host of the policy: the notifications on its screen, and a log of every call with its time. */
class Host {
  now = 0;
  isWatched = false;
  isQuiet = false;
  calling: CallState = NO_CALLS;
  writes = 0;
  readonly made: { readonly at: number; readonly isWatched: boolean; readonly out: CallResult }[] = [];
  readonly notices = new Map<CallKind, readonly Alert[]>();
  readonly chats = new Map<string, Chat>();
  /** what was last written in each chat, and what was dismissed */
  readonly wrote = new Map<string, number>();
  readonly dismissedAt = new Map<string, number>();

  chat(chatId: string): Chat {
    return this.chats.get(chatId) ?? quietChat(chatId);
  }
  /** the customer writes, or a reply fails */
  write(chatId: string, kind: CallKind = 'waiting'): void {
    const before = this.chat(chatId);
    const isFailed = kind === 'failed';
    const chat = isFailed
      ? { ...before, hasFailed: true }
      : { ...before, unanswered: before.unanswered + 1, waitingSince: before.waitingSince ?? 1 };
    this.chats.set(chatId, chat);
    this.wrote.set(`${kind} ${chatId}`, (this.writes += 1));
    const message = messageWith({ ...(isFailed && notDelivered), chatId });
    this.calling = withMessage(this.calling, { message, chat }, OLGA, this.now);
  }
  /** a reloaded window finds the chat as it is */
  find(chatId: string): void {
    this.calling = withChat(this.calling, this.chat(chatId), OLGA, this.now);
  }
  look(chatId: string): void {
    this.calling = withoutCaller(this.calling, chatId);
    for (const kind of ['waiting', 'failed']) this.dismissedAt.delete(`${kind} ${chatId}`);
  }
  dismiss(kind: CallKind = 'waiting'): void {
    const alerts = this.notices.get(kind);
    if (alerts === undefined) return;
    for (const id of idsOf(alerts)) this.dismissedAt.set(`${kind} ${id}`, this.wrote.get(`${kind} ${id}`) ?? 0);
    this.calling = withDismissed(this.calling, { kind, alerts });
    this.notices.delete(kind);
  }
  wait(milliseconds: number): void {
    const until = this.now + milliseconds;
    for (;;) {
      const { dueAt } = this.calling;
      if (dueAt === undefined || dueAt > until) break;
      this.now = Math.max(this.now, dueAt);
      if (this.isQuiet) {
        this.calling = postpone(this.calling, this.now);
        continue;
      }
      const { calling, out } = nextCalls(this.calling, { now: this.now, isWatched: this.isWatched, repeats: true });
      this.calling = calling;
      this.made.push({ at: this.now, isWatched: this.isWatched, out });
      for (const { kind, alerts } of out.notices) this.notices.set(kind, alerts);
    }
    this.now = until;
  }
  focus(isWatched: boolean): void {
    this.isWatched = isWatched;
  }
  keepQuiet(isQuiet: boolean): void {
    this.isQuiet = isQuiet;
  }
  do([does, ...how]: Step): void {
    (this[does] as (...how: readonly unknown[]) => void).apply(this, how);
  }
  /** the ids of each notification, in order */
  shown(): readonly (readonly string[])[] {
    return this.made.flatMap(({ out }) => out.notices.map(({ alerts }) => idsOf(alerts)));
  }
  sounds(): readonly number[] {
    return this.made.filter(({ out }) => out.rings).map(({ at }) => at);
  }
}

const chatId = fc.constantFrom('1', '2', '3', '4', '5', '6', '7');
const kind = fc.constantFrom<CallKind>('waiting', 'failed');
const step = fc.oneof(
  fc.tuple(fc.constant('write' as const), chatId, kind),
  fc.tuple(fc.constantFrom('find' as const, 'look' as const), chatId),
  fc.tuple(fc.constant('dismiss' as const), kind),
  fc.tuple(fc.constantFrom('focus' as const, 'keepQuiet' as const), fc.boolean()),
  fc.tuple(fc.constant('wait' as const), fc.oneof(fc.nat(2000), fc.nat(60_000), fc.nat(900_000))),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;
const day = fc.array(step, { maxLength: 80 });

function lived(steps: readonly Step[]): Host {
  const host = new Host();
  for (const each of steps) host.do(each);
  return host;
}

const eachDay = (holds: (steps: readonly Step[]) => void): void => fc.assert(fc.property(day, holds));

describe('whatever happens,', () => {
  it('no two sounds are less than ten seconds apart', () => {
    eachDay((steps) => {
      const sounds = lived(steps).sounds();
      expect(sounds.every((at, index) => at - (sounds[index - 1] ?? -Infinity) >= MIN_CALL_GAP)).toBe(true);
    });
  });

  it('nothing covers an inbox in view, and elsewhere there is one notification of a kind at most', () => {
    eachDay((steps) => {
      for (const { isWatched, out } of lived(steps).made) {
        const kinds = out.notices.map((notice) => notice.kind);
        expect(isWatched ? kinds : []).toEqual([]);
        expect(new Set(kinds).size).toBe(kinds.length);
      }
    });
  });

  it('a dismissed call is not repeated until the customer writes again or someone has looked', () => {
    eachDay((steps) => {
      const host = new Host();
      for (const each of steps) {
        const before = host.made.length;
        host.do(each);
        for (const { out } of host.made.slice(before))
          for (const notice of out.notices)
            for (const id of idsOf(notice.alerts)) {
              const key = `${notice.kind} ${id}`;
              expect(host.dismissedAt.get(key) ?? 'never').not.toBe(host.wrote.get(key));
            }
      }
    });
  });

  it('every caller is called out within five minutes, by every available means', () => {
    eachDay((steps) => {
      const host = lived([...steps, ['keepQuiet', false], ['focus', false]]);
      const callers = host.calling.callers.map((caller) => `${caller.kind} ${caller.chatId}`);
      const before = host.made.length;
      host.wait(300_000);
      const next = host.made[before];
      const named =
        next?.out.notices.flatMap((notice) => idsOf(notice.alerts).map((id) => `${notice.kind} ${id}`)) ?? [];
      expect([...named].sort()).toEqual([...callers].sort());
    });
  });

  it('only chats that call are called out, and without them no timer runs', () => {
    eachDay((steps) => {
      const host = lived(steps);
      for (const id of ['1', '2', '3', '4', '5', '6', '7']) host.look(id);
      const before = host.made.length;
      host.wait(3_600_000);
      expect([host.made.length, host.calling.dueAt]).toEqual([before, undefined]);
    });
  });
});

it('a burst becomes one call', () => {
  const host = new Host();
  for (const id of ['1', '2', '3', '4', '5', '6', '7']) {
    host.write(id);
    host.wait(150);
  }
  host.wait(20_000);
  expect(host.shown()).toEqual([['1', '2', '3', '4', '5', '6', '7']]);
});

it('a caller soon after a call waits until ten seconds are over, and is called out with the others', () => {
  const host = new Host();
  host.write('1');
  host.wait(3000);
  host.write('2');
  host.wait(20_000);
  expect(host.sounds()).toEqual([GATHER_TIME, GATHER_TIME + MIN_CALL_GAP]);
  expect(host.shown()).toEqual([['1'], ['1', '2']]);
});

it('a call that is held back is made when nothing holds it any more', () => {
  const host = new Host();
  host.keepQuiet(true);
  host.write('1');
  host.wait(600_000);
  expect(host.shown()).toEqual([]);
  host.keepQuiet(false);
  host.wait(300_000);
  expect(host.shown()[0]).toEqual(['1']);
});

it('a call is repeated after 30 seconds, a minute, two, and then every five, and is marked as a repeat', () => {
  const host = new Host();
  host.write('1');
  host.wait(GATHER_TIME + 1_000_000);
  const times = host.sounds().map((at) => (at - GATHER_TIME) / 1000);
  expect(times).toEqual([0, 30, 90, 210, 510, 810]);
  expect(host.made.map(({ out }) => out.notices[0]?.isRepeat)).toEqual([false, true, true, true, true, true]);
});

it('ten dismissed calls stay dismissed, and the one that writes again calls alone', () => {
  const host = new Host();
  const ids = Array.from({ length: 10 }, (_, index) => String(index));
  for (const id of ids) host.write(id);
  host.wait(2000);
  host.dismiss();
  for (const id of ids) host.find(id);
  host.wait(3_600_000);
  expect(host.shown()).toEqual([ids]);
  host.write('3');
  host.wait(2000);
  expect(host.shown()).toEqual([ids, ['3']]);
});

it('a chat seen by the operator calls again when it needs them again', () => {
  const host = new Host();
  host.write('1');
  host.wait(2000);
  host.dismiss();
  host.look('1');
  host.find('1');
  host.wait(60_000);
  expect(host.shown().length).toBeGreaterThan(1);
});

type Happened = readonly [change: Partial<Chat>, message: Partial<Message>];
const answered = { unanswered: 0, waitingSince: undefined } as const;
const waits = { unanswered: 1, waitingSince: 1 } as const;
const queued = { ...waits, state: 'waiting', operatorId: undefined } as const;
const assigned: Partial<Message> = {
  from: 'system',
  event: { kind: 'assigned', operatorId: 'ivan', operatorName: 'Ivan', toOperatorName: 'Olga', toOperatorId: 'olga' },
};
const askedFor: Partial<Message> = {
  from: 'system',
  event: { kind: 'asked_for_person', operatorsOnline: true, botId: 'b', botName: 'FAQ' },
};
const EVENTS: Readonly<Record<string, readonly [Happened, AlertReason]>> = {
  'a new chat': [[queued, {}], 'newChat'],
  'a bot that asks while nobody is there': [
    [{ ...waits, state: 'bot', operatorId: undefined, askedForPerson: true }, askedFor],
    'askedForPerson',
  ],
  'a message in an own chat': [[waits, {}], 'ownChat'],
  'an answered chat given by a colleague': [[answered, assigned], 'assigned'],
  'a waiting chat given by a colleague': [[waits, assigned], 'assigned'],
  'a reply that failed': [[{ ...answered, hasFailed: true }, notDelivered], 'failedReply'],
  'a reply that failed after its customer wrote again': [[{ ...waits, hasFailed: true }, notDelivered], 'failedReply'],
};

/** The reasons called out for it at once, and when the call is repeated. */
function callsFor([change, what]: Happened, differs: Partial<Chat> = {}, wants?: (reason: AlertReason) => boolean) {
  const chat = { ...quietChat('1'), ...change, ...differs };
  const operator = { operatorId: 'olga', wants };
  let calling = withMessage(NO_CALLS, { message: messageWith(what), chat }, operator, 0);
  return [0, 1].map(() => {
    const now = calling.dueAt ?? 0;
    const next = nextCalls(calling, { now, isWatched: false, repeats: true });
    // The list and the event of the chat itself come after the message.
    calling = withChat(next.calling, chat, operator, now);
    return next.out.notices.flatMap(({ alerts }) => alerts.map(({ reason }) => reason));
  });
}

describe.each(Object.entries(EVENTS))('%s', (what, [happened, reason]) => {
  const all = what.includes('wrote again') ? ['ownChat', reason] : [reason];
  it('calls, and again', () => {
    expect(callsFor(happened)).toEqual([all, all]);
  });

  it.each<[string, Partial<Chat>, (() => boolean)?]>([
    ['does not wish it', {}, () => false],
    ['reads the chat', { seen: { olga: 1 }, ...(what.includes('failed') && answered) }],
    ['closed the chat', { state: 'closed', ...answered }],
    ['snoozed the chat', { snoozed: { by: 'olga', until: 9e12 } }],
  ])('calls nobody who %s', (_who, differs, wants) => {
    expect(callsFor(happened, differs, wants)).toEqual([[], []]);
  });

  it('calls only whom it concerns if a colleague has the chat', () => {
    // A reply of one's own that failed is one's own business, whoever has the chat now.
    const called = reason === 'failedReply' ? [reason] : [];
    expect(callsFor(happened, { state: 'active', operatorId: 'ivan' })).toEqual([called, called]);
  });

  it('is withdrawn when it is handled', () => {
    const [change, message] = happened;
    const chat = { ...quietChat('1'), ...change };
    const calling = withMessage(NO_CALLS, { message: messageWith(message), chat }, OLGA, 0);
    const handled = { ...chat, ...answered, state: 'active', operatorId: 'olga', hasFailed: false } as const;
    const after = withChat(calling, { ...handled, seen: { olga: 0 } }, OLGA, 1);
    expect([calling.callers.length, after.callers, after.dueAt]).toEqual([all.length, [], undefined]);
    expect(withChat(calling, { ...chat, snoozed: { by: 'olga', until: 9e12 } }, OLGA, 1).callers).toEqual([]);
    expect(settledKinds(calling, after)).toEqual(
      CALL_KINDS.filter((callKind) => calling.callers.some(({ kind: of }) => of === callKind)),
    );
  });
});

describe('a chat that a colleague gives to the operator', () => {
  const given = (change: Partial<Chat> = {}): Chat => ({ ...quietChat('1'), ...change });
  const hear = (chat: Chat): CallState => withMessage(NO_CALLS, { message: messageWith(assigned), chat }, OLGA, 0);
  const called = ({ callers }: CallState): readonly string[] => callers.map(({ alert }) => alert.reason);

  it('is none of those that need them, whose list does not end it: the chat has to be asked for', () => {
    const calling = withAllChats(hear(given()), [], OLGA, 1);
    expect(called(calling)).toEqual(['assigned']);
    expect([unlistedChats(calling, []), unlistedChats(calling, [given()])]).toEqual([['1'], []]);
  });

  it('calls for its customer when they write', () => {
    expect(called(withChat(hear(given()), given(waits), OLGA, 1))).toEqual(['ownChat']);
    expect(called(withChat(hear(given(waits)), given({ ...waits, unanswered: 2 }), OLGA, 1))).toEqual(['ownChat']);
  });
});

describe('a note that mentions the operator', () => {
  const mentions = [{ operatorId: 'olga', name: 'Olga' }];
  const note = messageWith({ from: 'note', operatorId: 'ivan', mentions });
  /** a chat of Ivan's */
  const chat = { ...quietChat('1'), operatorId: 'ivan', seen: { olga: MENTIONED } };
  const hear = (calling = NO_CALLS, now = 0) => withMessage(calling, { message: note, chat }, OLGA, now);

  it('calls them alone, until they look', () => {
    expect(hear().callers.map(({ alert }) => alert.reason)).toEqual(['mentioned']);
    expect(withMessage(NO_CALLS, { message: note, chat }, { operatorId: 'boris' }, 0).callers).toEqual([]);
    const closed = withChat(hear(), { ...chat, state: 'closed' }, OLGA, 1);
    expect(unlistedChats(withAllChats(closed, [], OLGA, 2), [])).toEqual(['1']);
    expect(withChat(closed, { ...chat, seen: { olga: 0 } }, OLGA, 2).callers).toEqual([]);
  });

  it('calls again with the next note, also after the call for another was dismissed', () => {
    const [caller] = hear().callers;
    const dismissed = withDismissed(hear(), { kind: 'waiting', alerts: caller === undefined ? [] : [caller.alert] });
    expect(dismissed.callers).toEqual([]);
    expect(hear(dismissed, 60_000).callers).toHaveLength(1);
  });
});

it('each reply that fails calls, also after the call for another was dismissed; the chat as it stands does not', () => {
  const host = new Host();
  host.write('1', 'failed');
  host.wait(2000);
  host.dismiss('failed');
  host.find('1');
  host.wait(600_000);
  expect(host.shown()).toEqual([['1']]);
  host.write('1', 'failed');
  host.wait(2000);
  expect(host.shown()).toEqual([['1'], ['1']]);
});
