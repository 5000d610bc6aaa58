import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { Events } from '#shared/contract/events.ts';
import { startCustomerTyping } from './attention.ts';

test('a customer types until typeout, or for 10 seconds', async () => {
  const clock = createFakeClock();
  const shown: string[] = [];
  const typing = startCustomerTyping({
    clock,
    emit: (_name, data) => {
      const { chatId, typing: isTyping } = data as Events['chat.typing'];
      shown.push(`${chatId} ${isTyping} at ${clock.monotonic()}`);
    },
  });
  typing.begin('1');
  typing.begin('2');
  await clock.advance(4000);
  typing.end('2');
  typing.end('2');
  typing.begin('1');
  await clock.advance(60_000);
  expect(shown).toEqual(['1 true at 0', '2 true at 0', '2 false at 4000', '1 true at 4000', '1 false at 14000']);
});
