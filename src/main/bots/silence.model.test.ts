import type { BotAction } from '#main/store/bots/receive-bot-event.ts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createChatWorld, type ChatWorld } from '../../../test/fixtures/chat-world.ts';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { BotMessage } from '#shared/protocol/bot-provider.ts';
import { type BotSilence, startBotSilence } from './silence.ts';
import { acting, as, standing } from '../../../test/fixtures/acts.ts';

const SECONDS = 60;
const STEPS = [
  'writes',
  'writes',
  'goes out',
  'goes out',
  'is taken',
  'is taken',
  'fails',
  'says',
  'informs',
  'shows nothing',
  'invites',
  'comes',
  'goes',
  'takes',
  'gives back',
  'waits a little',
  'waits long',
  'restart',
] as const;
type Step = (typeof STEPS)[number];

/** Cases that failed once, or nearly. */
const KNOWN: readonly (readonly Step[])[] = [
  ['writes', 'goes out', 'says', 'restart', 'writes', 'goes out', 'is taken', 'waits long'],
  ['writes', 'says', 'goes out', 'is taken', 'restart', 'writes'],
  ['comes', 'writes', 'goes out', 'says', 'is taken', 'waits long'],
  ['comes', 'writes', 'goes out', 'informs', 'is taken', 'waits long'],
  ['comes', 'writes', 'goes out', 'informs', 'is taken', 'restart', 'waits long'],
  ['comes', 'writes', 'goes out', 'informs', 'restart', 'goes out', 'is taken', 'waits long'],
  ['comes', 'writes', 'goes out', 'shows nothing', 'is taken', 'restart', 'waits long'],
  [
    'goes',
    'writes',
    'goes out',
    'is taken',
    'invites',
    'goes out',
    'is taken',
    'writes',
    'goes out',
    'is taken',
    'waits long',
    'comes',
  ],
  ['comes', 'writes', 'goes out', 'is taken', 'waits long', 'gives back', 'waits long'],
  ['writes', 'goes out', 'comes', 'invites', 'restart', 'gives back', 'goes out', 'is taken', 'waits long'],
  ['writes', 'invites', 'goes out', 'comes', 'gives back', 'is taken'],
  ['writes', 'says', 'goes out', 'waits a little', 'invites', 'comes', 'gives back'],
];

/** One chat with its bot, with the parts wired as in the engine, and a record of what the bot received and did. */
interface Life {
  readonly world: ChatWorld;
  readonly chat: () => Promise<Chat | undefined>;
  readonly act: (step: Step) => Promise<void>;
  /** when the bot accepted a message that it has not reacted to since; undefined if there is none */
  readonly silentSince: () => number | undefined;
}

function startLife(store: MemoryStore, externalId: string): Life {
  let silence: BotSilence;
  const inBackground = new Set<Promise<unknown>>();
  const begin = (work: Promise<unknown>): void => void inBackground.add(work.finally(() => inBackground.delete(work)));
  const world = createChatWorld(store, (chat) => silence.moved(chat));
  const { clock, perform, online, toBot } = world;
  const watch = (): BotSilence =>
    startBotSilence({
      clock,
      due: world.due,
      store,
      runInBackground: begin,
      secondsOf: () => SECONDS,
      handOver: (chatId, botId) => perform['bots.handOverSilent']({ chatId, botId }),
    });
  silence = watch();

  /** messages with a first attempt: when, whether the bot accepted it, and whether it has done something since */
  const told = new Map<string, { begun: number; isTaken: boolean; isAnswered: boolean }>();
  /** when each message was written */
  const writtenAt = new Map<string, number>();
  let restartedAt = -Infinity;
  let isUnderWay = false;
  const find = async (): Promise<Chat | undefined> => {
    const { chatId } = await store.read('findSender', { channelId: 'shop', externalId });
    return chatId === undefined ? undefined : store.read('readChat', { chatId });
  };
  const receive = async (action: BotAction): Promise<void> => {
    const chat = await find();
    if (chat === undefined) return;
    const received = await world.hear(chat.id, action);
    if (received.outcome !== 'accepted' || received.added.some(({ heldBack }) => heldBack !== undefined)) return;
    silence.ended(chat.id);
    for (const each of told.values()) each.isAnswered = true;
  };
  const says = (message: BotMessage) => receive({ event: 'BOT_MESSAGE', message });
  const goesOut = async (): Promise<void> => {
    const event = toBot[0];
    if (event === undefined || isUnderWay) return;
    if ((await store.write('beginEventAttempt', { id: event.id })) === undefined) return void toBot.shift();
    isUnderWay = true;
    if (event.kind !== 'CLIENT_MESSAGE') return;
    silence.sent(event.chatId, event.botId);
    const before = told.get(event.id);
    told.set(event.id, { begun: clock.monotonic(), isTaken: false, isAnswered: before?.isAnswered ?? false });
  };
  const ends = async (isTaken: boolean): Promise<void> => {
    const event = isUnderWay ? toBot.shift() : undefined;
    if (event === undefined) return;
    isUnderWay = false;
    const { chats } = await store.write(
      'bots.endEvent',
      { id: event.id, log: [], error: isTaken ? undefined : { kind: 'timeout' } },
      standing(clock.wall()),
    );
    const record = told.get(event.id);
    if (record !== undefined) record.isTaken = isTaken;
    if (chats !== undefined) silence.ended(event.chatId);
    if (!isTaken || event.kind !== 'CLIENT_MESSAGE') return;
    silence.taken(event.chatId);
    await Promise.all(inBackground);
  };
  const withChat = async (run: (chat: Chat) => Promise<unknown>): Promise<void> => {
    const chat = await find();
    if (chat !== undefined) await run(chat).catch(() => undefined);
  };
  const acts: Readonly<Record<Step, () => Promise<unknown>>> = {
    writes: () => world.say(externalId),
    'goes out': goesOut,
    'is taken': () => ends(true),
    fails: () => ends(false),
    says: () => says({ type: 'TEXT', text: 'Hi' }),
    informs: () => receive({ event: 'CLIENT_INFO', info: { name: 'Ann' } }),
    'shows nothing': () => says({ type: 'BUTTONS', title: 'Which?', buttons: [{ text: 'This' }] }),
    invites: () => receive({ event: 'INVITE_AGENT' }),
    comes: async () => {
      online.add('olga');
      silence.recheck();
      await perform['bots.operatorsCame']({});
    },
    goes: async () => online.clear(),
    takes: async () => withChat(async ({ id }) => perform['chats.take']({ chatId: id, over: false }, as('olga'))),
    'gives back': async () =>
      withChat(async ({ id, state, waitingSince = Infinity }) => {
        if (state !== 'bot') {
          restartedAt = clock.monotonic();
          // A message without a reply that it did not accept is sent again: what the bot did before is no answer to it.
          for (const [event, each] of told)
            if (!each.isTaken && (writtenAt.get(event) ?? 0) >= waitingSince) each.isAnswered = false;
        }
        await perform['chats.returnToBot']({ chatId: id }, as('olga'));
      }),
    'waits a little': () => clock.advance(25_000),
    'waits long': () => clock.advance((SECONDS + 1) * 1000),
    restart: async () => {
      await silence.stop();
      silence = watch();
      isUnderWay = false;
      restartedAt = clock.monotonic();
      await silence.resume();
    },
  };
  return {
    world,
    chat: find,
    act: async (step) => {
      await acts[step]();
      for (const { id } of toBot) if (!writtenAt.has(id)) writtenAt.set(id, clock.wall());
      await Promise.all(inBackground);
    },
    silentSince: () => {
      const silent = [...told.values()]
        .filter(({ isTaken, isAnswered }) => isTaken && !isAnswered)
        .map(({ begun }) => begun);
      return silent.length === 0 ? undefined : Math.max(Math.min(...silent), restartedAt);
    },
  };
}

let store: MemoryStore;
beforeAll(async () => {
  store = await openUsualStore();
});

test(
  'a bot loses a chat for silence if and only if it accepted a message and did nothing in time, whatever happens in between',
  { timeout: 120_000 },
  async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 30, size: 'max' }), async (steps) => {
        run += 1;
        const life = startLife(store, JSON.stringify(`life-${run}`));
        await life.world.switchBot(true);
        const { clock, online } = life.world;
        const silentLines = async (): Promise<number> => {
          const chat = await life.chat();
          if (chat === undefined) return 0;
          const { messages } = await store.read('messages.list', { chatId: chat.id, limit: 200 }, acting('olga'));
          return messages.filter(({ event }) => event?.kind === 'handed_over' && event.reason === 'silent').length;
        };
        let lines = 0;
        // What waits to be sent is sent before long.
        const last: readonly Step[] = ['is taken', 'goes out', 'is taken', 'comes', 'waits long', 'waits long'];
        for (const step of [...steps, ...last]) {
          const before = await life.chat();
          await life.act(step);
          const now = await silentLines();
          const since = life.silentSince();
          if (now > lines) {
            expect(since).toBeDefined();
            expect(clock.monotonic() - (since ?? 0)).toBeGreaterThanOrEqual(SECONDS * 1000);
            expect([online.size > 0, before?.askedForPerson]).toEqual([true, false]);
          }
          lines = now;
        }
        const chat = await life.chat();
        const isSilent = chat?.state === 'bot' && chat.waitingSince !== undefined && life.silentSince() !== undefined;
        expect([isSilent, chat?.state === 'bot' && chat.askedForPerson]).toEqual([false, false]);
        if (chat !== undefined) await life.world.perform['chats.close']({ chatId: chat.id }, as('olga'));
      }),
      // The same lives each time: rarer ones (one in some thousand) are found by more runs, not by chance in a gate.
      { seed: 36, numRuns: 150, examples: KNOWN.map((steps) => [[...steps]]) },
    );
  },
);
