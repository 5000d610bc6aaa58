import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHeldClock } from '#main/clock/held-clock.ts';
import { startOperatorTyping } from './operator-typing.ts';

function start() {
  const clock = createHeldClock();
  const sent: string[] = [];
  const typing = startOperatorTyping({
    clock,
    send: async (chatId, _operatorId, type, isDue) => {
      if (isDue()) sent.push(`${chatId} ${type} at ${clock.monotonic()}`);
    },
  });
  return { clock, sent, typing };
}

test('a typing operator is told of at most every 3 seconds', async () => {
  const { clock, sent, typing } = start();
  for (let second = 0; second < 7; second += 1) {
    typing.typed('1', 'olga');
    await clock.pass(1000);
  }
  expect(sent).toEqual(['1 typein at 0', '1 typein at 3000', '1 typein at 6000']);
});

test('5 seconds without a key end it, once', async () => {
  const { clock, sent, typing } = start();
  typing.typed('1', 'olga');
  await clock.pass(20_000);
  expect(sent).toEqual(['1 typein at 0', '1 typeout at 5000']);
});

test('sending, clearing or leaving ends it at once, and ends nothing that never began', async () => {
  const { clock, sent, typing } = start();
  typing.ended('2');
  typing.typed('1', 'olga');
  await clock.pass(1000);
  typing.ended('1');
  await clock.pass(20_000);
  expect(sent).toEqual(['1 typein at 0', '1 typeout at 1000']);
});

test('a stop tells every customer that nobody types any more', async () => {
  const { clock, sent, typing } = start();
  typing.typed('1', 'olga');
  typing.typed('2', 'olga');
  await clock.pass(0);
  typing.stop();
  await clock.pass(0);
  expect(sent.filter((line) => line.includes('typeout'))).toHaveLength(2);
  expect(clock.waiting()).toBe(0);
});

test('cleared and begun anew, the next typein waits for its time, and comes without another key', async () => {
  const { clock, sent, typing } = start();
  typing.typed('1', 'olga');
  await clock.pass(500);
  typing.ended('1', 'olga');
  await clock.pass(500);
  typing.typed('1', 'olga');
  await clock.pass(20_000);
  expect(sent).toEqual(['1 typein at 0', '1 typeout at 500', '1 typein at 3000', '1 typeout at 6000']);
});

test('begun anew and cleared before the time, the customer hears nothing more', async () => {
  const { clock, sent, typing } = start();
  for (let time = 0; time < 10; time += 1) {
    typing.typed('1', 'olga');
    await clock.pass(100);
    typing.ended('1', 'olga');
    await clock.pass(100);
  }
  await clock.pass(20_000);
  expect(sent).toEqual(['1 typein at 0', '1 typeout at 100']);
});

test('of two operators in one chat, the last to end ends it', async () => {
  const { clock, sent, typing } = start();
  typing.typed('1', 'olga');
  await clock.pass(1000);
  typing.typed('1', 'piotr');
  typing.ended('1', 'olga');
  await clock.pass(20_000);
  expect(sent).toEqual(['1 typein at 0', '1 typeout at 6000']);
});

test('whoever clears and types in however many windows: a typein every 3 seconds at most, each followed by a typeout', async () => {
  const chat = fc.constantFrom('1', '2');
  const operator = fc.constantFrom('olga', 'piotr');
  const step = fc.record({
    chat,
    operator: fc.option(operator),
    does: fc.constantFrom('typed', 'typed', 'ended'),
    pause: fc.integer({ min: 0, max: 6000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { clock, sent, typing } = start();
      for (const { chat: chatId, operator: operatorId, does, pause } of steps) {
        if (does === 'typed') typing.typed(chatId, operatorId ?? 'olga');
        else typing.ended(chatId, operatorId ?? undefined);
        await clock.pass(pause);
      }
      await clock.pass(10_000);
      expect(clock.waiting()).toBe(0);
      for (const chatId of ['1', '2']) {
        const lines = sent.filter((line) => line.startsWith(`${chatId} `)).map((line) => line.split(' '));
        const typeins = lines.filter(([, type]) => type === 'typein').map(([, , , at]) => Number(at));
        for (const [index, at] of typeins.slice(1).entries())
          expect(at - (typeins[index] ?? 0)).toBeGreaterThanOrEqual(3000);
        expect(lines.at(-1)?.[1]).not.toBe('typein');
        for (const [index, [, type]] of lines.entries())
          if (type === 'typeout') expect(lines[index - 1]?.[1]).toBe('typein');
      }
    }),
    { numRuns: 100 },
  );
});

test('a key that is asked about when the reply is sent counts no more, whoever else types', () => {
  const { typing } = start();
  const [before, other, elsewhere] = [
    typing.pressed('1', 'olga'),
    typing.pressed('1', 'piotr'),
    typing.pressed('2', 'olga'),
  ];
  typing.ended('1', 'olga');
  const after = typing.pressed('1', 'olga');
  expect([before(), other(), elsewhere(), after()]).toEqual([false, true, true, true]);
});

test('a typein that waits for the notice before it is not sent behind the message, nor its typeout', async () => {
  const clock = createHeldClock();
  const sent: string[] = [];
  const first = Promise.withResolvers<void>();
  const typing = startOperatorTyping({
    clock,
    send: async (_chatId, _operatorId, type, isDue) => {
      if (!isDue()) return;
      sent.push(type);
      if (sent.length === 2) await first.promise;
    },
  });
  typing.typed('1', 'olga');
  await clock.pass(1000);
  // Its typeout hangs.
  typing.ended('1', 'olga');
  await clock.pass(3000);
  typing.typed('1', 'olga');
  await clock.pass(100);
  typing.ended('1', 'olga');
  first.resolve();
  await clock.pass(10_000);
  expect(sent).toEqual(['typein', 'typeout']);
});
