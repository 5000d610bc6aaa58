import { expect, test } from 'vitest';
import { createHeldClock } from '#main/clock/held-clock.ts';
import { startOperatorTyping } from './operator-typing.ts';

function start() {
  const clock = createHeldClock();
  const sent: string[] = [];
  const typing = startOperatorTyping({
    clock,
    send: async (chatId, _operatorId, type) => {
      sent.push(`${chatId} ${type} at ${clock.monotonic()}`);
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
  typing.stop();
  await clock.pass(0);
  expect(sent.filter((line) => line.includes('typeout'))).toHaveLength(2);
  expect(clock.waiting()).toBe(0);
});
