import { workAtOneChat } from './at-one-chat.ts';
import { expect, test } from './fixtures.ts';

test('an owner and an operator, each at their own computer, work at one chat: signs, notes, assigning, taking over, roles', async ({
  office,
}) => {
  const { say, network } = office;
  await say('Anna', 'My boat leaks');
  const [{ page: olga }, { page: ivan }] = await Promise.all([office.olga(), office.join('Ivan', { over6: true })]);
  expect(new URL(olga.url()).hostname).toBe(network.host.address);
  expect(new URL(ivan.url()).hostname).toBe(`[${network.host.address6}]`);
  await workAtOneChat(office, { olga, ivan });
});
