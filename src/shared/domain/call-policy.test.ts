import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert } from './alerts.ts';
import type { Chat } from './entities.ts';
import type { Message } from './message.ts';
import {
  nextCalls,
  MIN_CALL_GAP,
  GATHER_TIME,
  NO_CALLS,
  postpone,
  withAlert,
  withAllChats,
  withChat,
  withMessage,
  withDismissed,
  withoutCaller,
  type CallState,
  type CallKind,
  type CallResult,
} from './call-policy.ts';

type Step =
  | { readonly does: 'write'; readonly chatId: string; readonly kind: CallKind }
  | { readonly does: 'repeatItself'; readonly chatId: string; readonly kind: CallKind }
  | { readonly does: 'look'; readonly chatId: string }
  | { readonly does: 'dismiss'; readonly kind: CallKind }
  | { readonly does: 'focus'; readonly isWatched: boolean }
  | { readonly does: 'keepQuiet'; readonly isQuiet: boolean }
  | { readonly does: 'wait'; readonly milliseconds: number };

const idsOf = (alerts: readonly Alert[]): readonly string[] => alerts.map(({ chat }) => chat.id);

const alertFor = (chatId: string, kind: CallKind, mark: string): Alert =>
  ({
    reason: kind === 'failed' ? 'failedReply' : 'newChat',
    message: { id: mark, chatId },
    chat: { id: chatId },
  }) as Alert;

/** A host of the policy: the notifications on its screen, and a log of every call with its time. */
class Host {
  now = 0;
  isWatched = false;
  isQuiet = false;
  calling: CallState = NO_CALLS;
  writes = 0;
  readonly made: { readonly at: number; readonly isWatched: boolean; readonly out: CallResult }[] = [];
  readonly notices = new Map<CallKind, readonly Alert[]>();
  /** the latest mark of each chat, and the dismissed ones */
  readonly wrote = new Map<string, string>();
  readonly dismissedAt = new Map<string, string>();

  write(chatId: string, kind: CallKind = 'waiting', mark = String((this.writes += 1))): void {
    this.wrote.set(`${kind} ${chatId}`, mark);
    this.calling = withAlert(this.calling, alertFor(chatId, kind, mark), this.now);
  }
  look(chatId: string): void {
    this.calling = withoutCaller(this.calling, chatId);
    for (const kind of ['waiting', 'failed']) this.dismissedAt.delete(`${kind} ${chatId}`);
  }
  dismiss(kind: CallKind = 'waiting'): void {
    const alerts = this.notices.get(kind);
    if (alerts === undefined) return;
    for (const { chatId, mark } of this.calling.callers)
      if (idsOf(alerts).includes(chatId)) this.dismissedAt.set(`${kind} ${chatId}`, mark);
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
        this.calling = postpone(this.calling, this.now + 30_000);
        continue;
      }
      const { calling, out } = nextCalls(this.calling, { now: this.now, isWatched: this.isWatched, repeats: true });
      this.calling = calling;
      this.made.push({ at: this.now, isWatched: this.isWatched, out });
      for (const { kind, alerts } of out.notices) this.notices.set(kind, alerts);
    }
    this.now = until;
  }
  do(step: Step): void {
    switch (step.does) {
      case 'write':
        return this.write(step.chatId, step.kind);
      case 'repeatItself':
        // A reloaded window reports known callers again.
        return this.write(step.chatId, step.kind, this.wrote.get(`${step.kind} ${step.chatId}`) ?? '0');
      case 'look':
        return this.look(step.chatId);
      case 'dismiss':
        return this.dismiss(step.kind);
      case 'focus':
        this.isWatched = step.isWatched;
        return;
      case 'keepQuiet':
        this.isQuiet = step.isQuiet;
        return;
      case 'wait':
        return this.wait(step.milliseconds);
    }
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
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('write' as const), chatId, kind }),
  fc.record({ does: fc.constant('repeatItself' as const), chatId, kind }),
  fc.record({ does: fc.constant('look' as const), chatId }),
  fc.record({ does: fc.constant('dismiss' as const), kind }),
  fc.record({ does: fc.constant('focus' as const), isWatched: fc.boolean() }),
  fc.record({ does: fc.constant('keepQuiet' as const), isQuiet: fc.boolean() }),
  fc.record({
    does: fc.constant('wait' as const),
    milliseconds: fc.oneof(fc.nat(2000), fc.nat(60_000), fc.nat(900_000)),
  }),
);
const day = fc.array(step, { maxLength: 80 });

function lived(steps: readonly Step[]): Host {
  const host = new Host();
  for (const each of steps) host.do(each);
  return host;
}

describe('whatever happens,', () => {
  it('no two sounds are less than ten seconds apart', () => {
    fc.assert(
      fc.property(day, (steps) => {
        const sounds = lived(steps).sounds();
        expect(sounds.every((at, index) => at - (sounds[index - 1] ?? -Infinity) >= MIN_CALL_GAP)).toBe(true);
      }),
    );
  });

  it('nothing covers an inbox in view, and elsewhere there is one notification of a kind at most', () => {
    fc.assert(
      fc.property(day, (steps) => {
        for (const { isWatched, out } of lived(steps).made) {
          const kinds = out.notices.map((notice) => notice.kind);
          expect(isWatched ? kinds : []).toEqual([]);
          expect(new Set(kinds).size).toBe(kinds.length);
        }
      }),
    );
  });

  it('a dismissed call is not repeated until the customer writes again or someone has looked', () => {
    fc.assert(
      fc.property(day, (steps) => {
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
      }),
    );
  });

  it('every caller is called out within five minutes, by every available means', () => {
    fc.assert(
      fc.property(day, (steps) => {
        const host = lived([...steps, { does: 'keepQuiet', isQuiet: false }, { does: 'focus', isWatched: false }]);
        const callers = host.calling.callers.map((each) => `${each.kind} ${each.chatId}`);
        const before = host.made.length;
        host.wait(300_000);
        const next = host.made[before];
        const named =
          next?.out.notices.flatMap((notice) => idsOf(notice.alerts).map((id) => `${notice.kind} ${id}`)) ?? [];
        expect([...named].sort()).toEqual([...callers].sort());
      }),
    );
  });

  it('only chats that call are called out, and without them no timer runs', () => {
    fc.assert(
      fc.property(day, (steps) => {
        const host = lived(steps);
        for (const id of ['1', '2', '3', '4', '5', '6', '7']) host.look(id);
        const before = host.made.length;
        host.wait(3_600_000);
        expect([host.made.length, host.calling.dueAt]).toEqual([before, undefined]);
      }),
    );
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
  for (const id of ids) host.do({ does: 'repeatItself', chatId: id, kind: 'waiting' });
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
  host.do({ does: 'repeatItself', chatId: '1', kind: 'waiting' });
  host.wait(60_000);
  expect(host.shown().length).toBeGreaterThan(1);
});

describe('a chat that a colleague gives to the operator', () => {
  const given = (change: Partial<Chat> = {}): Chat =>
    ({ id: '1', channelId: 'c', state: 'active', operatorId: 'olga', unanswered: 0, seen: {}, ...change }) as Chat;
  const assigned = {
    id: '7',
    chatId: '1',
    from: 'system',
    type: 'text',
    at: 1,
    event: { kind: 'assigned', operatorName: 'Ivan', toOperatorName: 'Olga', toOperatorId: 'olga' },
  } as Message;
  const hear = (calling: CallState, chat: Chat, operatorId = 'olga'): CallState =>
    withMessage(calling, { message: assigned, chat }, operatorId, 0);
  const called = ({ callers }: CallState): readonly string[] => callers.map(({ alert }) => alert.reason);

  it('calls them although its customer has an answer, and nobody else', () => {
    expect(called(hear(NO_CALLS, given()))).toEqual(['assigned']);
    expect(called(hear(NO_CALLS, given(), 'ivan'))).toEqual([]);
    expect(called(hear(NO_CALLS, given({ seen: { olga: 0 } })))).toEqual([]);
  });

  it('stops when they have seen it, and when it goes to somebody else or is closed', () => {
    const calling = hear(NO_CALLS, given());
    expect(called(withChat(calling, given(), 'olga', 1))).toEqual(['assigned']);
    for (const change of [{ seen: { olga: 0 } }, { operatorId: 'ivan' }, { state: 'closed' }] as const)
      expect(called(withChat(calling, given(change), 'olga', 1))).toEqual([]);
  });

  it('is none of those that need them, whose list does not end it', () => {
    expect(called(withAllChats(hear(NO_CALLS, given()), [], 'olga', 1))).toEqual(['assigned']);
  });

  it('calls for its customer if they wait, and again when they write', () => {
    const waiting = given({ unanswered: 1, waitingSince: 1 });
    expect(called(hear(NO_CALLS, waiting))).toEqual(['ownChat']);
    expect(called(withChat(hear(NO_CALLS, given()), waiting, 'olga', 1))).toEqual(['ownChat']);
  });
});
