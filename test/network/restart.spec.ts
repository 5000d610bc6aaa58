import { setTimeout as passing } from 'node:timers/promises';
import { conversation, openChat, reply } from '../e2e/conversation.ts';
import { bodyOf } from '../fixtures/integrator.ts';
import { expect, test } from './fixtures.ts';

test('the host is killed and started again while customers write and colleagues answer: what was accepted is there once, in order, at everyone’s', async ({
  office,
}) => {
  const { host, channel, endpoint, say } = office;
  await say('Anna', 'customer 0');
  const [{ page: olga }, { page: ivan }] = await Promise.all([office.olga(), office.join('Ivan')]);
  for (const page of [olga, ivan]) await openChat(page, 'Anna');
  const accepted = ['customer 0'];
  const dying = Promise.withResolvers<void>();
  // A customer's app that tries again what was not accepted.
  const writing = (async () => {
    for (let number = 1; number <= 20;) {
      const text = `customer ${number}`;
      if (number === 10) await dying.promise;
      try {
        await say('Anna', text);
      } catch {
        await passing(100);
        continue;
      }
      accepted.push(text);
      number += 1;
    }
  })();
  await reply(ivan, 'reply 1');
  await endpoint.waitFor(1);
  await reply(ivan, 'reply 2');
  dying.resolve();
  await host().kill();
  for (const page of [olga, ivan]) await expect(page.getByText('Counterbell isn’t responding.')).toBeVisible();
  await office.restart();
  for (const page of [olga, ivan]) await expect(page.getByText('Counterbell isn’t responding.')).toHaveCount(0);
  await writing;

  const texts = async () =>
    (await channel.feed('"Anna"')).flatMap((message) =>
      ['customer', 'operator'].includes(message.from) && typeof message.text === 'string' ? [message] : [],
    );
  await expect.poll(async () => (await texts()).map(({ text }) => text)).toContain('reply 2');
  const all = await texts();
  const ofCustomer = all.filter(({ from }) => from === 'customer').map(({ text }) => text);
  // A message whose answer was lost may be there, too: its app could not know, and sent it again.
  expect(ofCustomer.filter((text, index) => text !== ofCustomer[index - 1])).toEqual(accepted);
  expect(ofCustomer.length - accepted.length).toBeLessThanOrEqual(1);
  const replies = all.filter(({ from }) => from !== 'customer').map(({ text }) => text);
  expect(replies).toEqual(['reply 1', 'reply 2']);
  await endpoint.waitFor(2, ({ raw }) => raw.includes('reply'));
  const ids = new Map(
    endpoint.replies().map((received) => [bodyOf(received).message.id, bodyOf(received).message.text]),
  );
  expect([...ids.values()]).toEqual(replies);
  for (const page of [olga, ivan]) {
    const feed = conversation(page, 'Anna');
    await expect(feed.getByText(accepted.at(-1) ?? '', { exact: true })).toHaveCount(1);
    await expect(feed.getByText('reply 2', { exact: true })).toHaveCount(1);
  }
});
