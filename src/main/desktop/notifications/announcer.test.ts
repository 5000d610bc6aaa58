import { beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { desktopPreferences, type DesktopPreferences, type NotificationTest } from '#shared/contract/desktop.ts';
import type { Answer } from '#shared/contract/errors.ts';
import type { EngineEvent } from '#shared/contract/events.ts';
import type { Chat, Presence, QuietHours } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { createBus, type Bus } from '#main/engine/bus.ts';
import { askOf } from '../ask-engine.ts';
import { announceChats } from './announcer.ts';
import { limitNotifications } from './limited-notifications.ts';
import { MIN_CALL_GAP, GATHER_TIME } from '#shared/domain/call-policy.ts';
import { foreignText } from '#shared/locales/phrase.ts';
import type { Notice, NoticeUse, Shown } from './notice.ts';

const olga = 'op-olga';
const chat = (change: Partial<Chat> = {}): Chat => ({
  id: '12',
  state: 'waiting',
  channelId: 'c',
  customer: { id: '5', channelId: 'c', externalId: '"anna"', name: 'Anna', firstSeenAt: 1 },
  askedForPerson: false,
  unanswered: 1,
  waitingSince: 1,
  hasFailed: false,
  openedAt: 1,
  lastActivityAt: 1,
  ...change,
});
const message = (text: string, change: Partial<Message> = {}): Message =>
  ({
    id: '1',
    chatId: '12',
    from: 'customer',
    type: 'text',
    text,
    at: 1,
    ...change,
  }) as Message;
const wrote = (text: string, change: Partial<Chat> = {}): EngineEvent => ({
  name: 'message.added',
  data: {
    message: message(text, { id: `${change.id ?? '12'}-${text}`, chatId: change.id ?? '12' }),
    chat: chat(change),
  },
});

const refusal = (code: 'not_found' | 'storage_unavailable'): Answer => ({
  ok: false,
  error: { code, reason: foreignText(code), message: code },
});

/** Milliseconds until the announcer has loaded what it loads at the start. */
const START = 150;

/** A clock as it is in real life: each reading is later than the one before, and timers may be early. */
function createInexactClock(): FakeClock {
  const exact = createFakeClock();
  let readings = 0;
  return {
    ...exact,
    monotonic: () => exact.monotonic() + (readings += 1) / 10,
    after: (delay, run) => exact.after(delay - 1, run),
  };
}

/** The announcer between an engine and a system, both in memory. */
class Desk {
  readonly clock: FakeClock;
  readonly shown: Notice[] = [];
  readonly withdrawn: string[] = [];
  readonly opened: string[] = [];
  /** the page the window was last opened on */
  callsAttention: boolean | undefined;
  readonly asked: { readonly route: string; readonly input: unknown }[] = [];
  answer: Answer = { ok: true, data: chat() };
  connection: object = { settings: { way: 'local' }, reach: { state: 'local', url: 'http://127.0.0.1:8787' } };
  /** chats that need the operator */
  waiting: readonly Chat[];
  /** there are more of them */
  nextCursor: string | undefined;
  preferences: DesktopPreferences = desktopPreferences.parse({});
  reading: string | undefined;
  isSilenced = false;
  isWatched = false;
  quietHours: QuietHours | undefined;
  presence: Presence = 'online';
  isOpen = true;
  rung = 0;
  outcome: Shown = { shown: true };
  use: (key: string, use: NoticeUse) => void = () => undefined;
  readonly bus: Bus = createBus(pino({ level: 'silent' }));
  readonly notifications: { readonly watched: () => void; readonly test: () => Promise<NotificationTest> };

  constructor(waiting: readonly Chat[] = [], clock = createFakeClock()) {
    this.waiting = waiting;
    this.clock = clock;
    const preferences = { current: () => this.preferences, change: () => undefined, onChange: () => () => undefined };
    const host = 'counterbell';
    const plain = (key: string): string => key.replace(`${host}_`, '');
    const limited = limitNotifications({
      host,
      preferences,
      showConsole: () => this.opened.push('console'),
      clock: this.clock,
      present: ({ onUse }) => {
        this.use = (key, use) => onUse(`${host}_${key}`, use);
        return {
          show: async (notice) => {
            this.shown.push({ ...notice, key: plain(notice.key) });
            return this.outcome;
          },
          withdraw: (key) => this.withdrawn.push(plain(key)),
          isSilenced: async () => this.isSilenced,
          stop: async () => undefined,
        };
      },
    });
    const announcer = announceChats({
      presenter: limited.presenter,
      ask: askOf({
        request: async (route, input) => {
          if (route === 'chats.list') return { ok: true, data: { chats: this.waiting, nextCursor: this.nextCursor } };
          if (route === 'connection.get') return { ok: true, data: this.connection };
          if (route === 'letterboxes.list') return { ok: true, data: { letterboxes: [] } };
          if (route === 'operators.me')
            return { ok: true, data: { presence: this.presence, quietHours: this.quietHours } };
          if (route === 'hours.get') return { ok: true, data: { installation: { open: this.isOpen }, channels: [] } };
          this.asked.push({ route, input });
          return this.answer;
        },
      }),
      bus: this.bus,
      operatorId: olga,
      preferences,
      windows: {
        showConsole: (path) => this.opened.push(`console ${path ?? ''}`),
        showReply: (chatId) => this.opened.push(`reply ${chatId ?? ''}`),
        callAttention: (wanted) => void (this.callsAttention = wanted),
        isWatched: () => this.isWatched,
        ring: () => void (this.rung += limited.maySound() ? 1 : 0),
      },
      isReading: (chatId) => chatId === this.reading,
      clock: this.clock,
      log: pino({ level: 'silent' }),
    });
    limited.onUse(announcer.use);
    this.notifications = { watched: announcer.watched, test: limited.test };
  }

  /** sends the event and runs what the announcer does at once */
  async happen(event: EngineEvent): Promise<void> {
    this.bus.emit(event.name, event.data);
    await this.clock.advance(0);
  }

  /** advances until batched calls are shown */
  async gathered(): Promise<void> {
    await this.clock.advance(GATHER_TIME);
  }

  titles(): readonly string[] {
    return this.shown.map(({ title }) => title);
  }
}

let desk: Desk;
beforeEach(async () => {
  desk = new Desk();
  await desk.clock.advance(START);
});

describe('changes to many chats at once', () => {
  const notified = async (): Promise<void> => {
    await desk.happen(wrote('Hello'));
    await desk.happen(wrote('Hi', { id: '13' }));
    await desk.gathered();
  };

  it('closed: withdraws the notification with the last of them, and the window stops asking for attention', async () => {
    await notified();
    desk.waiting = [chat({ id: '13' })];
    await desk.happen({ name: 'chats.changed', data: {} });
    expect([desk.withdrawn, desk.callsAttention]).toEqual([[], true]);
    desk.waiting = [];
    await desk.happen({ name: 'chats.changed', data: {} });
    expect([desk.withdrawn, desk.callsAttention]).toEqual([['waiting'], false]);
  });

  it('too many for one list: the others are looked at one by one', async () => {
    await notified();
    desk.waiting = [chat()];
    desk.nextCursor = 'more';
    desk.answer = { ok: true, data: chat({ id: '13' }) };
    await desk.happen({ name: 'chats.changed', data: {} });
    expect(desk.asked).toEqual([{ route: 'chats.get', input: { chatId: '13' } }]);
    desk.waiting = [];
    desk.answer = { ok: true, data: chat({ id: '13', state: 'closed' }) };
    await desk.happen({ name: 'chats.changed', data: {} });
    expect([desk.withdrawn, desk.callsAttention]).toEqual([[], true]);
  });

  it('not heard of: calls for those that wait, but never again for one that calls or was dismissed', async () => {
    await desk.happen(wrote('Hello'));
    await desk.gathered();
    const lastMessage = message('Hello', { id: '12-Hello' });
    desk.waiting = [chat({ lastMessage })];
    await desk.happen({ name: 'chats.changed', data: {} });
    await desk.clock.advance(MIN_CALL_GAP);
    expect(desk.shown).toHaveLength(1);
    desk.use('chat-12', { kind: 'dismiss' });
    await desk.happen({ name: 'chats.changed', data: {} });
    await desk.clock.advance(MIN_CALL_GAP);
    expect(desk.shown).toHaveLength(1);
    desk.waiting = [chat({ lastMessage }), chat({ id: '13', lastMessage: message('Hi', { id: '13-Hi' }) })];
    desk.answer = { ok: true, data: desk.waiting[1] };
    await desk.happen({ name: 'chats.changed', data: {} });
    await desk.clock.advance(MIN_CALL_GAP);
    expect(desk.shown.slice(1)).toMatchObject([{ key: 'chat-13', body: 'Hi' }]);
  });

  it('erased: removes those that were waiting', async () => {
    await notified();
    await desk.happen({ name: 'customers.erased', data: { customerIds: ['5'], chatIds: ['12'] } });
    expect(desk.withdrawn).toEqual([]);
    await desk.happen({ name: 'customers.erased', data: { customerIds: ['5'], chatIds: ['13'] } });
    expect(desk.withdrawn).toEqual(['waiting']);
  });

  it('among them one that a colleague gave, which need not wait: it calls until it is known to be over', async () => {
    const given = chat({ state: 'active', operatorId: olga, unanswered: 0, waitingSince: undefined });
    const ben = { operatorId: 'op-ben', operatorName: 'Ben' };
    const event = { kind: 'assigned', ...ben, toOperatorId: olga, toOperatorName: 'Olga' } as const;
    const line = message('', { from: 'system', event });
    await desk.happen({ name: 'message.added', data: { message: line, chat: given } });
    await desk.gathered();
    expect(desk.titles()).toEqual(['Ben assigned you the chat with Anna']);
    const answers: readonly Answer[] = [
      { ok: true, data: given },
      refusal('storage_unavailable'),
      { ok: true, data: { ...given, seen: { [olga]: 0 } } },
    ];
    const withdrawn: (readonly string[])[] = [];
    for (const answer of answers) {
      desk.answer = answer;
      await desk.happen({ name: 'chats.changed', data: {} });
      withdrawn.push([...desk.withdrawn]);
    }
    expect(withdrawn).toEqual([[], [], ['chat-12']]);
  });

  it('and one of them erased meanwhile', async () => {
    desk.nextCursor = 'more';
    await desk.happen(wrote('Hello'));
    await desk.gathered();
    desk.answer = refusal('not_found');
    await desk.happen({ name: 'chats.changed', data: {} });
    expect(desk.withdrawn).toEqual(['chat-12']);
  });
});

describe('a chat is announced', () => {
  const seen = (id: string): EngineEvent => ({
    name: 'chat.changed',
    data: { chat: chat({ id, seen: { [olga]: 1 } }) },
  });
  const failed = (text: string, change: Partial<Chat>): EngineEvent => ({
    name: 'message.changed',
    data: {
      message: message(text, { from: 'operator', operatorId: olga, delivery: { state: 'failed', attempts: 3 } }),
      chat: chat(change),
    },
  });

  it('by the window too, even without any notifications, until the last call is heeded', async () => {
    desk.outcome = { shown: false, blockedBy: 'unsupported', detail: foreignText('') };
    await desk.happen(wrote('Hello'));
    await desk.happen(wrote('Hi', { id: '13' }));
    await desk.gathered();
    expect(desk.callsAttention).toBe(true);
    await desk.happen(seen('12'));
    expect(desk.callsAttention).toBe(true);
    await desk.happen(seen('13'));
    expect(desk.callsAttention).toBe(false);
  });

  it('once for many messages, each call replacing the last, ten seconds apart', async () => {
    await desk.happen(wrote('Hello'));
    await desk.gathered();
    await desk.happen(wrote('Is it in stock?', { unanswered: 2 }));
    await desk.gathered();
    expect(desk.shown.map(({ key, body }) => [key, body])).toEqual([['chat-12', 'Hello']]);
    await desk.clock.advance(MIN_CALL_GAP);
    expect(desk.shown.map(({ key, body }) => [key, body])).toEqual([
      ['chat-12', 'Hello'],
      ['chat-12', '2 messages: Is it in stock?'],
    ]);
    expect(desk.clock.waiting()).toBe(1);
  });

  it('together with an earlier call, replacing its notification', async () => {
    await desk.happen(wrote('Hello'));
    await desk.clock.advance(MIN_CALL_GAP + GATHER_TIME);
    await desk.happen(wrote('Hi', { id: '13' }));
    await desk.gathered();
    expect(desk.shown.map(({ key, title }) => [key, title])).toEqual([
      ['chat-12', 'Anna is waiting'],
      ['waiting', '2 customers are waiting'],
    ]);
    expect(desk.withdrawn).toEqual(['chat-12']);
  });

  it('once if repeating is off, and without sound if that is off too', async () => {
    desk.preferences = desktopPreferences.parse({ notifications: { repeat: false, sound: false } });
    await desk.happen(wrote('Hello'));
    await desk.clock.advance(3_600_000);
    expect(desk.shown).toMatchObject([{ sound: false }]);
  });

  it('each time with its sound or the bell, although no clock is exact', async () => {
    desk = new Desk([], createInexactClock());
    await desk.clock.advance(START);
    await desk.happen(wrote('Hello'));
    await desk.gathered();
    await desk.happen(wrote('Anybody there?', { unanswered: 2 }));
    await desk.clock.advance(MIN_CALL_GAP);
    expect(desk.shown.map(({ sound }) => sound)).toEqual([true, true]);
    desk.isWatched = true;
    await desk.happen(wrote('Hello?', { unanswered: 3 }));
    await desk.clock.advance(MIN_CALL_GAP);
    expect(desk.rung).toBe(1);
  });

  it('next to a failed reply, with a single sound', async () => {
    const own = { state: 'active', operatorId: olga } as const;
    await desk.happen(failed('Yes, two are left.', { ...own, hasFailed: true, seen: { [olga]: 1 } }));
    await desk.happen(wrote('Hello', { id: '13' }));
    await desk.gathered();
    expect(desk.shown).toMatchObject([
      { key: 'chat-13', title: 'Anna is waiting', sound: true },
      {
        key: 'failed-12',
        title: 'Not delivered: Anna hasn’t seen your reply',
        body: 'Yes, two are left.',
        sound: false,
      },
    ]);
    desk.use('failed-12', { kind: 'open' });
    expect(desk.opened).toEqual(['console /chat/12']);
  });

  it('no more after its notification was dismissed, until its customer writes again', async () => {
    for (const id of ['21', '22', '23']) await desk.happen(wrote('Hello', { id }));
    await desk.gathered();
    desk.use('waiting', { kind: 'dismiss' });
    await desk.clock.advance(3_600_000);
    expect(desk.titles()).toEqual(['3 customers are waiting']);
    expect(desk.callsAttention).toBe(false);
    await desk.happen(wrote('Anybody there?', { id: '22', unanswered: 2 }));
    await desk.gathered();
    expect(desk.shown.at(-1)).toMatchObject({ key: 'chat-22', title: 'Anna is waiting' });
  });

  it('by the bell alone while the console has the focus, removing earlier notifications', async () => {
    await desk.happen(wrote('Hello'));
    await desk.gathered();
    desk.isWatched = true;
    desk.notifications.watched();
    expect(desk.withdrawn).toEqual(['chat-12']);
    for (const id of ['21', '22', '23']) await desk.happen(wrote('Hello', { id }));
    await desk.clock.advance(MIN_CALL_GAP + GATHER_TIME);
    expect([desk.shown.length, desk.rung]).toEqual([1, 1]);
    desk.isWatched = false;
    await desk.clock.advance(30_000);
    expect(desk.titles().at(-1)).toBe('4 customers are still waiting');
  });
});

describe('chats waiting before the start', () => {
  const waiting = (...names: readonly string[]): Chat[] =>
    names.map((name, index) =>
      chat({
        id: `${index + 1}`,
        customer: { id: name, channelId: 'c', externalId: name, name, firstSeenAt: 1 },
        lastMessage: { id: '1', from: 'customer', type: 'text', text: `I am ${name}`, at: 1 },
      }),
    );
  const start = async (...names: readonly string[]): Promise<Desk> => {
    const started = new Desk(waiting(...names));
    await started.clock.advance(START + GATHER_TIME);
    return started;
  };
  const spoken = ({ shown }: Desk) => shown.map(({ key, title, body }) => [key, title, body]);
  const opens = (id: string, name: string): EngineEvent => ({
    name: 'chat.changed',
    data: { chat: { ...chat(), ...waiting(name)[0], id, seen: { [olga]: 1 } } },
  });

  it('are announced in one notification', async () => {
    const started = await start('Anna', 'Ben', 'Cleo', 'Dora', 'Emil');
    expect(spoken(started)).toEqual([['waiting', '5 customers are waiting', 'Anna, Ben, Cleo and 2 more']]);
    expect(started.shown).toMatchObject([{ sound: true, answerable: false }]);
  });

  it('are announced individually if there is only one', async () => {
    expect(spoken(await start('Anna'))).toEqual([['chat-1', 'Anna is waiting', 'I am Anna']]);
    expect(spoken(await start())).toEqual([]);
  });

  it('are announced again, with sound, while they still wait', async () => {
    const started = await start('Anna', 'Ben', 'Cleo');
    await started.happen(opens('1', 'Anna'));
    await started.clock.advance(30_000);
    await started.happen(opens('2', 'Ben'));
    await started.clock.advance(60_000);
    expect(spoken(started)).toEqual([
      ['waiting', '3 customers are waiting', 'Anna, Ben and Cleo'],
      ['waiting', '2 customers are still waiting', 'Ben and Cleo'],
      ['chat-3', 'Cleo is still waiting', 'I am Cleo'],
    ]);
    expect(started.shown.every(({ sound }) => sound)).toBe(true);
    expect(started.withdrawn).toEqual(['waiting']);
    await started.happen(opens('3', 'Cleo'));
    expect(started.withdrawn).toEqual(['waiting', 'chat-3']);
    expect(started.clock.waiting()).toBe(0);
  });

  it('open with a click, longest waiting first; the others keep waiting', async () => {
    const started = await start('Anna', 'Ben');
    started.use('waiting', { kind: 'open' });
    expect([started.opened, started.withdrawn]).toEqual([['console /chat/1'], ['waiting']]);
    await started.happen(opens('1', 'Anna'));
    await started.clock.advance(30_000);
    expect(started.titles().at(-1)).toBe('Ben is still waiting');
  });
});

/** What keeps calls back, and how it ends. */
const HOLDS: Readonly<Record<string, () => (() => Promise<void>) | Promise<() => Promise<void>>>> = {
  'while paused': () => {
    desk.preferences = desktopPreferences.parse({ pausedUntil: desk.clock.wall() + 570_000 });
    return () => desk.clock.advance(30_000);
  },
  'in the operator’s quiet hours': async () => {
    const minute = Math.floor(desk.clock.wall() / 60_000) % 1440;
    desk.quietHours = { from: minute, to: (minute + 10) % 1440, zone: 'UTC' };
    await desk.happen({ name: 'answers.stale', data: { answers: [{ route: 'operators.me' }] } });
    return () => desk.clock.advance(60_000);
  },
  'while they are away and nothing is open, as in a browser': async () => {
    const setOpen = async (open: boolean): Promise<void> => {
      desk.isOpen = open;
      await desk.happen({ name: 'answers.stale', data: { answers: [{ route: 'hours.get' }] } });
    };
    desk.presence = 'away';
    await desk.happen({ name: 'answers.stale', data: { answers: [{ route: 'operators.me' }] } });
    await setOpen(false);
    return () => setOpen(true);
  },
  'during do not disturb': () => {
    desk.isSilenced = true;
    return async () => void (desk.isSilenced = false);
  },
};

describe('no notification is shown', () => {
  it.each([
    ['for a chat being read', () => void (desk.reading = '12')],
    [
      'for kinds the owner switched off',
      () => void (desk.preferences = desktopPreferences.parse({ notifications: { newChat: false } })),
    ],
  ])('%s', async (_, set) => {
    set();
    await desk.happen(wrote('Hello'));
    await desk.clock.advance(600_000);
    expect(desk.shown).toEqual([]);
  });

  it.each(Object.entries(HOLDS))(
    '%s, nor by the window; chats still waiting afterwards are announced',
    async (_, hold) => {
      const release = await hold();
      await desk.clock.advance(1000);
      await desk.happen(wrote('Hello'));
      await desk.clock.advance(9 * 60_000);
      expect([desk.shown, desk.callsAttention]).toEqual([[], undefined]);
      await release();
      await desk.clock.advance(30_000);
      expect(desk.titles()).toEqual(['Anna is waiting']);
    },
  );
});

describe('a notification', () => {
  it.each([
    ['opens its chat', 'open', 'console /chat/12'],
    ['opens the reply window if the system has no reply field', 'answer', 'reply 12'],
  ] as const)('%s', async (_, kind, opened) => {
    await desk.happen(wrote('Hello'));
    await desk.gathered();
    desk.use('chat-12', { kind });
    expect([desk.opened, desk.withdrawn]).toEqual([[opened], ['chat-12']]);
  });

  it('sends the reply written in it', async () => {
    desk.use('chat-12', { kind: 'reply', text: 'Yes.' });
    await desk.clock.advance(0);
    expect(desk.asked).toEqual([
      { route: 'chats.reply', input: { chatId: '12', text: 'Yes.', clientId: expect.stringMatching(/^.{36}$/) } },
    ]);
    expect(desk.opened).toEqual([]);
  });

  it('shows the text again if it could not be sent', async () => {
    desk.answer = {
      ok: false,
      error: { code: 'chat_taken', reason: foreignText('Ben has this chat'), message: 'Ben has this chat' },
    };
    desk.use('chat-12', { kind: 'reply', text: 'Yes, two are left.' });
    await desk.clock.advance(0);
    expect(desk.shown).toMatchObject([
      { key: 'chat-12', title: 'Not sent to the customer', body: 'Yes, two are left.' },
    ]);
  });
});

it('a broken connection is announced, and its notification opens the settings', async () => {
  const problem = { what: foreignText('chat.example refused the connection'), todo: foreignText('Check the proxy.') };
  desk.connection = {
    settings: { way: 'own' },
    reach: { state: 'unreachable', url: 'https://chat.example', since: desk.clock.wall(), problem },
  };
  await desk.happen({ name: 'answers.stale', data: { answers: [{ route: 'connection.get' }] } });
  await desk.clock.advance(61_000);
  expect(desk.shown).toMatchObject([{ key: 'unreachable', title: 'Customers can’t reach you', answerable: false }]);
  desk.use('unreachable', { kind: 'open' });
  expect(desk.opened).toEqual(['console /settings/connection']);
  expect(desk.withdrawn).toEqual(['unreachable']);
});

const off = { newChat: false, ownChat: false, askedForPerson: false, failedReply: false };
const refused = { shown: false, blockedBy: 'system', detail: foreignText('not allowed') } as const;

it.each([
  ['is shown', () => undefined, { shown: true }],
  [
    'reports that notifications are paused',
    () => (desk.preferences = desktopPreferences.parse({ pausedUntil: desk.clock.wall() + 1 })),
    { shown: false, blockedBy: 'paused' },
  ],
  [
    'reports that every kind is off',
    () => (desk.preferences = desktopPreferences.parse({ notifications: off })),
    { shown: false, blockedBy: 'app' },
  ],
  ['reports do not disturb', () => (desk.isSilenced = true), { shown: false, blockedBy: 'doNotDisturb' }],
  ['reports the system’s error', () => (desk.outcome = refused), refused],
])('a test notification %s', async (_, set, outcome) => {
  set();
  expect(await desk.notifications.test()).toEqual(outcome);
  const isAsked = outcome.shown || outcome === refused;
  expect(desk.shown).toMatchObject(isAsked ? [{ key: 'test', answerable: false }] : []);
});
