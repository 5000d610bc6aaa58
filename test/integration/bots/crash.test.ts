/** @module-tag thorough */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Chat } from '#shared/domain/entities.ts';
import { allTurns, botTexts, reported, type OutTurn } from '../../fixtures/bots.ts';
import { allMessages } from '../../fixtures/channels.ts';
import { startHeadless, type Headless } from '../../fixtures/headless.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { startIntegrator, type Integrator } from '../../fixtures/integrator.ts';
import {
  provides,
  speaking,
  startProvider,
  type Provider,
  type ProviderAddress,
  type SeenEvent,
} from '../../fixtures/provider.ts';
import { seeded } from '../../fixtures/seeded.ts';
import { integrityOf } from '../../fixtures/store-file.ts';

const ROUNDS = 10;
const CUSTOMERS = 16;
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const GOOD = '/webhooks/good-provider/good-token-0001';

let integrator: Integrator;
let provider: Provider;

beforeAll(async () => {
  [integrator, provider] = await Promise.all([startIntegrator(), startProvider()]);
});

afterAll(() => Promise.all([integrator.stop(), provider.stop()]));

type Owner = Chat['state'] | 'none';

/** A customer with one chat at a time, and everything known for certain about it. */
interface Player {
  readonly customer: string;
  owner: Owner;
  chatId: string;
  written: number;
  /** texts acknowledged while the bot had the chat */
  readonly due: string[];
  /** those of them after the last move of the chat: nothing may keep them from the bot */
  owed: string[];
  /** chats closed by an acknowledged request */
  readonly closed: string[];
  /** the request in progress when the host was killed: done or not */
  unanswered: (() => { readonly owner: Owner; readonly chatId?: string }) | undefined;
  unansweredText: string | undefined;
}

/** What the test and its provider know about the current host. */
interface Game {
  host: Headless;
  run: number;
  isOver: boolean;
  readonly random: (below: number) => number;
  readonly players: readonly Player[];
  /** every attempt that the good provider answered with 200 */
  readonly acknowledged: { readonly run: number; readonly seen: SeenEvent }[];
  /** the bot's messages answered with 200 */
  readonly spoken: { readonly chatId: string; readonly text: string }[];
  /** events recorded as delivered before a kill, and the run in which they were */
  readonly settled: Map<string, number>;
}

test(
  `killed ${ROUNDS} times while chats move between bots, queue and operators (CRASH_SEED=${SEED})`,
  { timeout: 240_000 },
  async () => {
    const [good, dead] = [provider.address('good'), provider.address('dead')];
    const game = await begin(good, dead);
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        await playUntilKilled(game, 30 + game.random(150));
        expect(await integrityOf(game.host.dataDir), `round ${round}`).toBe('ok');
        game.run += 1;
        game.host = await game.host.restart();
        await expectOneOwnerEach(game, round);
      }
      game.isOver = true;
      await expectAllSent(game, good);
      await expectDeadHandedOver(game, dead);
      await expectSaidOnce(game);
      expectNoneAfterAcknowledgement(game);
      expect(await game.host.stop()).toBe(0);
    } finally {
      game.isOver = true;
      await game.host.remove();
    }
  },
);

async function begin(good: ProviderAddress, dead: ProviderAddress): Promise<Game> {
  const endpoint = integrator.endpoint('inbox').url;
  const bot = { hourlyLimit: 1_000_000, silenceSeconds: 0 };
  const host = await startHeadless({
    provision: {
      channels: [
        { name: 'Good', publicId: 'good', secret: 'good-secret-0001', endpoint },
        { name: 'Dead', publicId: 'dead', secret: 'dead-secret-0001', endpoint },
      ],
      bots: [
        {
          ...bot,
          name: 'Good bot',
          providerId: 'good-provider',
          token: 'good-token-0001',
          endpoint: good.url,
          channels: ['good'],
        },
        {
          ...bot,
          name: 'Dead bot',
          providerId: 'dead-provider',
          token: 'dead-token-0001',
          endpoint: dead.url,
          channels: ['dead'],
        },
      ],
    },
  });
  await host.rpc('operators.setPresence', { presence: 'online' });
  const players = Array.from({ length: CUSTOMERS }, (_, index): Player => ({
    customer: `customer-${index}`,
    owner: 'none',
    chatId: '',
    written: 0,
    due: [],
    owed: [],
    closed: [],
    unanswered: undefined,
    unansweredText: undefined,
  }));
  const game: Game = {
    host,
    run: 1,
    isOver: false,
    random: seeded(SEED),
    players,
    acknowledged: [],
    spoken: [],
    settled: new Map(),
  };
  dead.react(provides.busy);
  good.react(
    speaking(
      (seen) => answerAsBot(game, seen),
      (response, request, raw) => {
        game.acknowledged.push({ run: game.run, seen: JSON.parse(raw) as SeenEvent });
        provides.ok(response, request, raw);
      },
    ),
  );
  return game;
}

/** The good bot answers every customer message once; a kill may lose the answer. */
async function answerAsBot(game: Game, { id, event, chat_id, message }: SeenEvent): Promise<void> {
  if (event !== 'CLIENT_MESSAGE') return;
  const text = `re ${message?.text} in ${id}`;
  const body = JSON.stringify({ id: `answer-${id}`, event: 'BOT_MESSAGE', chat_id, message: { type: 'TEXT', text } });
  const answered = await httpRequest(`${game.host.listener}${GOOD}`, { method: 'POST', body }).catch(() => undefined);
  if (answered?.status === 200 && !game.spoken.some((each) => each.text === text))
    game.spoken.push({ chatId: chat_id, text });
}

/** All players act at once until this many moves are acknowledged; then the host is killed in the middle. */
async function playUntilKilled(game: Game, killAfter: number): Promise<void> {
  let moves = 0;
  let killed: Promise<void> | undefined;
  const dead = post(game, '/dead-secret-0001/dead', {
    sender: { id: `dead-${game.run}` },
    message: { type: 'text', text: 'Anybody there?' },
  }).catch(() => 0);
  await Promise.all(
    game.players.map(async (player) => {
      while (await move(game, player)) {
        moves += 1;
        if (moves === killAfter) killed = settledEvents(game).then(() => game.host.kill());
      }
    }),
  );
  await killed;
  await dead;
}

/** Remembers the events recorded as delivered: they are on disk, so no later run may send them again. */
async function settledEvents(game: Game): Promise<void> {
  for (const { chatId } of game.players.slice(0, 6)) {
    if (chatId === '') continue;
    for (const turn of await sentIn(game.host, chatId)) {
      const { id } = JSON.parse(turn.body) as SeenEvent;
      if (turn.state === 'delivered' && !game.settled.has(id)) game.settled.set(id, game.run);
    }
  }
}

const sentIn = async (host: Headless, chatId: string): Promise<readonly OutTurn[]> => {
  const turns = await allTurns(host, chatId);
  return turns.filter((turn): turn is OutTurn => turn.direction === 'out');
};

const MOVES: Readonly<Record<Owner, readonly ('write' | 'take' | 'back' | 'invite' | 'close')[]>> = {
  none: ['write'],
  closed: ['write'],
  bot: ['write', 'write', 'take', 'invite', 'close'],
  waiting: ['write', 'take', 'back'],
  active: ['write', 'back', 'close'],
};

/** One move of one player; false if the host was killed before it answered. */
async function move(game: Game, player: Player): Promise<boolean> {
  const possible = MOVES[player.owner];
  const kind = possible[game.random(possible.length)] ?? 'write';
  const { chatId, owner } = player;
  if (kind !== 'write') player.owed = [];
  try {
    switch (kind) {
      case 'write':
        await write(game, player, `${player.customer} says ${(player.written += 1)}`);
        break;
      case 'take':
        player.unanswered = () => ({ owner: 'active' });
        await game.host.rpc('chats.take', { chatId });
        player.owner = 'active';
        break;
      case 'back':
        player.unanswered = () => ({ owner: 'bot' });
        await game.host.rpc('chats.returnToBot', { chatId });
        player.owner = 'bot';
        break;
      case 'close':
        player.unanswered = () => ({ owner: 'closed' });
        await game.host.rpc('chats.close', { chatId });
        player.owner = 'closed';
        player.closed.push(chatId);
        break;
      case 'invite': {
        player.unanswered = () => ({ owner: 'waiting' });
        expectStatus(
          await post(game, GOOD, {
            id: `invite-${game.random(1_000_000_000)}`,
            event: 'INVITE_AGENT',
            chat_id: chatId,
          }),
          200,
        );
        player.owner = 'waiting';
      }
    }
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('answered')) throw error;
    if (game.host.process.signalCode === null && !game.host.process.killed)
      throw new Error(`${kind} of ${player.customer}, who was with ${owner}`, { cause: error });
    return false;
  }
  player.unanswered = undefined;
  return true;
}

async function write(game: Game, player: Player, text: string): Promise<void> {
  const opens = player.owner === 'none' || player.owner === 'closed';
  player.unanswered = () => ({ owner: opens ? 'bot' : player.owner });
  player.unansweredText = text;
  expectStatus(await post(game, '/good-secret-0001/good', messageOf(player.customer, text)), 200);
  player.unansweredText = undefined;
  if (opens) {
    player.owner = 'bot';
    player.chatId = '';
    player.chatId = (await chatOf(game.host, player.customer)).id;
  }
  if (player.owner === 'bot') recordDue(player, text);
}

function recordDue(player: Player, text: string): void {
  player.due.push(text);
  player.owed.push(text);
}

const messageOf = (customer: string, text: string): object => ({
  sender: { id: customer },
  message: { type: 'text', id: text, text },
});

const post = async (game: Game, path: string, body: object): Promise<number> =>
  (await httpRequest(`${game.host.listener}${path}`, { method: 'POST', body: JSON.stringify(body) })).status;

function expectStatus(status: number, expected: number): void {
  if (status !== expected) throw new Error(`answered with ${status}`);
}

async function allChats(host: Headless): Promise<readonly Chat[]> {
  const chats: Chat[] = [];
  let cursor: string | undefined;
  do {
    const page = await host.rpc('chats.list', { cursor, limit: 200 });
    chats.push(...page.chats);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return chats;
}

const chatsOf = async (host: Headless, customer: string): Promise<readonly Chat[]> =>
  (await allChats(host)).filter((chat) => chat.customer.externalId === JSON.stringify(customer));

/** The customer's newest chat. */
async function chatOf(host: Headless, customer: string): Promise<Chat> {
  const [chat] = (await chatsOf(host, customer)).toSorted((a, b) => Number(b.id) - Number(a.id));
  if (chat === undefined) throw new Error(`no chat of ${customer}`);
  return chat;
}

/** After a restart every chat is where the last acknowledged move left it, or where the unanswered one took it. */
async function expectOneOwnerEach(game: Game, round: number): Promise<void> {
  for (const player of game.players) {
    const where = `round ${round}, ${player.customer}`;
    const chats = await chatsOf(game.host, player.customer);
    for (const { state, botId, operatorId } of chats) {
      if (state === 'bot') expect([botId === undefined, operatorId], `in ${where}`).toEqual([false, undefined]);
      if (state === 'active') expect(operatorId, `in ${where}`).toBeDefined();
      if (state === 'waiting') expect(operatorId, `in ${where}`).toBeUndefined();
    }
    expect(chats.filter(({ state }) => state !== 'closed').length, `in ${where}`).toBeLessThanOrEqual(1);
    if (chats.length === 0) {
      expect(player.owner, `in ${where}`).toBe('none');
    } else {
      const { id, state } = await chatOf(game.host, player.customer);
      expect([player.owner, player.unanswered?.().owner], `in ${where}`).toContain(state);
      if (state === 'closed' && player.owner !== 'closed') player.closed.push(id);
      player.owner = state;
      player.chatId = id;
    }
    await repeatUnanswered(game, player);
  }
}

/** An integration repeats unanswered messages; it is the same message, whether or not it was stored. */
async function repeatUnanswered(game: Game, player: Player): Promise<void> {
  const text = player.unansweredText;
  player.unanswered = undefined;
  player.unansweredText = undefined;
  if (text === undefined) return;
  expectStatus(await post(game, '/good-secret-0001/good', messageOf(player.customer, text)), 200);
  const { id, state } = await chatOf(game.host, player.customer);
  player.owner = state;
  player.chatId = id;
  if (state === 'bot') recordDue(player, text);
}

/** Every due event came to its end; it reached the provider, unless someone moved the chat first. */
async function expectAllSent(game: Game, good: ProviderAddress): Promise<void> {
  const events = await game.host.events();
  for (const player of game.players) {
    const chats = await chatsOf(game.host, player.customer);
    const sent = await events.until(async () => {
      const turns = (await Promise.all(chats.map(({ id }) => sentIn(game.host, id)))).flat();
      return turns.every(({ state }) => state !== 'sending') ? turns : undefined;
    });
    const statesOf = (text: string): readonly string[] =>
      sent.filter(({ body }) => (JSON.parse(body) as SeenEvent).message?.text === text).map(({ state }) => state);
    for (const text of player.due)
      expect(statesOf(text), `the message ${text}`).toSatisfy(
        (states: readonly string[]) => states.length > 0 && !states.includes('failed'),
      );
    for (const text of player.owed) expect(statesOf(text), `the message ${text}`).toEqual(['delivered']);
    for (const chatId of player.closed) await good.next('CHAT_CLOSED', ({ chat_id }) => chat_id === chatId);
    for (const { body, state } of sent) {
      const { id } = JSON.parse(body) as SeenEvent;
      if (state === 'delivered')
        expect(
          game.acknowledged.some(({ seen }) => seen.id === id),
          `the event ${body}`,
        ).toBe(true);
    }
  }
  events.close();
}

/** A chat whose provider fails goes to the operators once, after at most three attempts, kills or not. */
async function expectDeadHandedOver(game: Game, dead: ProviderAddress): Promise<void> {
  const events = await game.host.events();
  const chats = (await allChats(game.host)).filter(({ customer }) => customer.externalId.startsWith('"dead-'));
  for (const { id: chatId } of chats) {
    await events.until(async () =>
      (await game.host.rpc('chats.get', { chatId })).state === 'waiting' ? true : undefined,
    );
    expect(reported(await allMessages(game.host, chatId))).toMatchObject([{ kind: 'handed_over', reason: 'failed' }]);
  }
  expect(chats.length).toBeGreaterThan(0);
  const times = Map.groupBy(dead.attempts(), ({ seen }) => seen.id);
  for (const [id, attempts] of times) expect(attempts.length, `the event ${id}`).toBeLessThanOrEqual(3);
  events.close();
}

/** Acknowledged messages of the bot are in its chat exactly once. */
async function expectSaidOnce(game: Game): Promise<void> {
  const byChat = Map.groupBy(game.spoken, ({ chatId }) => chatId);
  expect(byChat.size).toBeGreaterThan(0);
  for (const [chatId, spoken] of byChat) {
    const lines = botTexts(await allMessages(game.host, chatId)).filter(({ heldBack }) => heldBack === undefined);
    for (const { text } of spoken)
      expect(lines.filter((line) => line.text === text).length, `the message ${text}`).toBe(1);
  }
}

/** An acknowledged event is resent only after a kill: never within a run, and only the latest of its chat. */
function expectNoneAfterAcknowledgement({ acknowledged, settled }: Game): void {
  const last = new Map<string, string>();
  for (const { run, seen } of acknowledged) last.set(`${run} ${seen.chat_id}`, seen.id);
  const runs = Map.groupBy(acknowledged, ({ seen }) => seen.id);
  for (const [id, times] of runs) {
    expect(new Set(times.map(({ run }) => run)).size, `event ${id} twice within a run`).toBe(times.length);
    for (const { run, seen } of times.slice(0, -1))
      expect(last.get(`${run} ${seen.chat_id}`), `event ${id} was sent again after run ${run}`).toBe(id);
    const settledIn = settled.get(id);
    if (settledIn !== undefined)
      expect(times.at(-1)?.run, `event ${id} stood as delivered`).toBeLessThanOrEqual(settledIn);
  }
}
