import { spawnSync } from 'node:child_process';
import type { Answer } from '#shared/contract/errors.ts';
import { chatRow, composer, conversation, openChat, reply } from '../e2e/conversation.ts';
import { backUp, restore } from '../fixtures/archive.ts';
import { bodyOf } from '../fixtures/integrator.ts';
import { expect, test } from './fixtures.ts';
import type { SeatProcess } from './seat.ts';

const SECOND = 1000;
const YEAR = 365 * 24 * 60 * 60 * SECOND;

const textsOf = async (seat: SeatProcess, chatId: string): Promise<readonly (string | undefined)[]> => {
  const answer = (await seat.request('messages.list', { chatId, limit: 100 })) as Answer & {
    readonly data: { readonly messages: readonly { readonly from: string; readonly text?: string }[] };
  };
  return answer.data.messages.filter(({ from }) => ['customer', 'operator'].includes(from)).map(({ text }) => text);
};
const becomes = (seat: SeatProcess, state: string) =>
  expect.poll(() => seat.connection()?.state, { timeout: 75 * SECOND }).toBe(state);

for (const [words, clock, shift] of [
  ['ahead', '+1y', YEAR],
  ['behind', '-1y', -YEAR],
] as const)
  test(`a seat whose clock is a year ${words} joins and works: the host is known by its key, not by a date`, async ({
    office,
  }) => {
    test.skip(spawnSync('faketime', ['--version']).status !== 0, 'faketime is not installed');
    const { channel, say, endpoint } = office;
    await say('Anna', 'Hello');
    const seat = await office.seat('Ivan', clock);
    expect(await seat.request('operators.me', {})).toMatchObject({ ok: true, data: { name: 'Ivan' } });
    expect(Math.abs(seat.wall() - Date.now() - shift)).toBeLessThan(2 * 24 * 60 * 60 * SECOND);
    const { id: chatId } = await channel.chatOf('"Anna"');
    expect(await seat.request('chats.reply', { chatId, text: 'Hi', clientId: crypto.randomUUID() })).toMatchObject({
      ok: true,
    });
    expect(bodyOf((await endpoint.waitFor(1))[0]).message.text).toBe('Hi');
    await say('Anna', 'Thanks');
    await expect
      .poll(() => seat.events.filter(({ name }) => name === 'message.added' || name === 'message.changed').length)
      .toBeGreaterThan(1);
    // The host's clock counts, on both sides.
    const answer = (await seat.request('messages.list', { chatId, limit: 100 })) as Answer & {
      readonly data: { readonly messages: readonly { readonly at: number }[] };
    };
    for (const { at } of answer.data.messages) expect(Math.abs(at - Date.now())).toBeLessThan(60 * SECOND);
  });

test('the host moves to another address: a seat finds it by its others and learns the new one, a browser joins there', async ({
  office,
}) => {
  test.setTimeout(180 * SECOND);
  const { host, network, channel, say } = office;
  await say('Anna', 'Hello');
  const [seat, { page: ivan, computer }] = await Promise.all([office.seat('Zoe'), office.join('Ivan')]);
  expect(new URL(seat.address() ?? '').hostname).toBe(network.host.address);
  const { id: chatId } = await channel.chatOf('"Anna"');
  const moved = network.host.move();
  await say('Anna', 'While you were looking for us');
  await expect(ivan.getByText('Counterbell isn’t responding.')).toBeVisible({ timeout: 75 * SECOND });
  await expect
    .poll(() => new URL(seat.address() ?? 'https://none').hostname, { timeout: 75 * SECOND })
    .toBe(`[${network.host.address6}]`);
  await becomes(seat, 'connected');
  expect(await textsOf(seat, chatId)).toEqual(['Hello', 'While you were looking for us']);
  // Who is told the new address learns it from the host.
  const told = await seat.request('remoteAccess.addresses', {});
  expect(JSON.stringify(told)).toContain(`https://${moved}:`);
  const { web } = await host().rpc('invitations.create', { name: 'Boris', role: 'operator' });
  expect(new URL(web).hostname).toBe(moved);
  expect(computer.address).not.toBe(moved);
  await ivan.goto(web);
  await ivan.getByRole('button', { name: 'Use this browser' }).click();
  await ivan.getByRole('tab', { name: /^All open/ }).click();
  await expect(chatRow(ivan, 'Anna')).toContainText('While you were looking for us');
});

test('a colleague is removed while they type, in a browser and at a seat: both are told, their chat waits again, and nothing of theirs goes out', async ({
  office,
}) => {
  const { host, channel, endpoint, say } = office;
  await say('Anna', 'Hello');
  await say('Ben', 'Hello too');
  const [{ page: olga }, { page: ivan }, zoe] = await Promise.all([
    office.olga(),
    office.join('Ivan'),
    office.seat('Zoe'),
  ]);
  for (const page of [olga, ivan]) await openChat(page, 'Anna');
  await reply(ivan, 'One moment');
  await endpoint.waitFor(1);
  await composer(ivan).pressSequentially('I was about to say');
  await expect(olga.getByText('Ivan is typing a reply').last()).toBeVisible();
  const { id: bens } = await channel.chatOf('"Ben"');
  await zoe.request('chats.take', { chatId: bens });
  const { operators } = await host().rpc('operators.list', {});
  for (const { id, name } of operators) if (name !== 'Olga') await host().rpc('operators.remove', { operatorId: id });

  await expect(ivan.getByText('You’ve been signed out here.')).toBeVisible();
  await becomes(zoe, 'removed');
  expect(await zoe.request('chats.reply', { chatId: bens, text: 'No', clientId: crypto.randomUUID() })).toMatchObject({
    ok: false,
    error: { code: 'not_signed_in' },
  });
  await expect(olga.getByText('Ivan is typing a reply')).toHaveCount(0);
  await expect(
    conversation(olga, 'Anna').getByText('Ivan no longer works here, so the chat moved to Waiting'),
  ).toBeVisible();
  expect((await channel.chatOf('"Ben"')).state).toBe('waiting');
  expect(endpoint.replies().map((received) => bodyOf(received).message.text)).toEqual(['One moment']);
});

test('the host is restored from a backup: browsers and seats stay signed in and show what it has now', async ({
  office,
}) => {
  const { host, channel, say } = office;
  await say('Anna', 'Before the backup');
  const [{ page: ivan }, seat] = await Promise.all([office.join('Ivan'), office.seat('Zoe')]);
  await openChat(ivan, 'Anna');
  const { name } = await backUp(host());
  await say('Anna', 'After the backup');
  await say('Ben', 'A chat that will be gone');
  await expect(conversation(ivan, 'Anna').getByText('After the backup')).toBeVisible();
  await expect(chatRow(ivan, 'Ben')).toBeVisible();
  await restore(host(), { name });
  await expect(conversation(ivan, 'Anna').getByText('After the backup')).toHaveCount(0);
  await expect(conversation(ivan, 'Anna').getByText('Before the backup')).toBeVisible();
  await expect(chatRow(ivan, 'Ben')).toHaveCount(0);
  await becomes(seat, 'connected');
  const { id: chatId } = await channel.chatOf('"Anna"');
  await expect.poll(() => textsOf(seat, chatId)).toEqual(['Before the backup']);
  await say('Anna', 'And again');
  await expect(conversation(ivan, 'Anna').getByText('And again')).toBeVisible();
  await expect.poll(() => textsOf(seat, chatId)).toEqual(['Before the backup', 'And again']);
});
