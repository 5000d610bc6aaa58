import { beforeEach, describe, expect, test } from 'vitest';
import { acting, standing, textParts } from '../../../../test/fixtures/acts.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { receiveNew } from '../../../../test/fixtures/received-message.ts';
import { ASKING } from '../../../../test/fixtures/query-inputs.ts';
import { installation } from '../../../../test/fixtures/installation.ts';
import { queries } from '../queries.ts';
import type { TakenMail } from './incoming.ts';

const MAILBOX = 'help';
const SITE = 'web';
const OLGA = 'olga';

const channelOf = (kind: 'email' | 'site') => ({ ...installation().channels[0], kind, publicId: kind }) as ChannelOf;
type ChannelOf = ReturnType<typeof installation>['channels'][number];

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
  await store.write('addChannel', { ...channelOf('email'), id: MAILBOX });
  await store.write('addChannel', { ...channelOf('site'), id: SITE });
});

let uid = 0;
const mail = (more: Partial<TakenMail> = {}): TakenMail => {
  uid += 1;
  return {
    channelId: MAILBOX,
    position: { validity: '7', uid },
    messageId: `${uid}@customer.example`,
    answers: [],
    from: { address: 'anna@customer.example', name: 'Anna' },
    subject: 'Lamp',
    whole: undefined,
    automatic: undefined,
    bounce: undefined,
    becomesChat: true,
    parts: [{ type: 'text', texts: ['Is it in stock?'], fields: {} }],
    notes: undefined,
    away: undefined,
    ...more,
  };
};
const take = async (taken: TakenMail, at = 1000) => (await store.write('mails.take', taken, standing(at))).answer;
const chatOf = async (taken: TakenMail): Promise<string> => {
  const answer = await take(taken);
  if (!('chatId' in answer)) throw new Error(`a chat was expected, not ${answer.outcome}`);
  return answer.chatId;
};
const visit = (more = {}) =>
  receiveNew(store, { channelId: SITE, externalId: '"v1"', sender: { email: 'anna@customer.example' }, ...more });
const reply = async (chatId: string, at = 2000, text = 'Yes'): Promise<string> => {
  const sent = { chatId, operatorId: OLGA, parts: textParts([text]) };
  const { answer } = await store.write('replies.store', sent, standing(at));
  return answer.messages[0]?.id ?? '';
};
const write = (chatId: string, replies: readonly string[], messageId = 'ours@shop.example') =>
  store.write(
    'mails.write',
    { chatId, channelId: MAILBOX, messageId, address: 'anna@customer.example', replies },
    standing(3000),
  );
const listed = async (chatId: string) =>
  (await store.read('messages.list', { chatId, limit: 50 }, acting(OLGA))).messages;
const replyIn = async (chatId: string) => (await listed(chatId)).find(({ from }) => from === 'operator');
const sendingMail = async (): Promise<string> => (await store.read('sendingMails'))[0]?.id ?? '';

describe('what arrives', () => {
  test('is taken once, with how far the mailbox was read', async () => {
    const first = mail();
    const chatId = await chatOf(first);
    expect(await take({ ...first, position: { validity: '8', uid: 1 } })).toEqual({ outcome: 'known' });
    expect(await listed(chatId)).toMatchObject([
      { from: 'customer', text: 'Is it in stock?', mail: { from: 'anna@customer.example', subject: 'Lamp' } },
    ]);
    expect(await store.read('mailbox', { channelId: MAILBOX })).toMatchObject({ validity: '8', uid: 1 });
  });

  test('becomes a chat only if that is wanted', async () => {
    expect(await take(mail({ becomesChat: false }))).toEqual({ outcome: 'noted' });
    expect((await store.read('chats.list', { limit: 10 }, acting(OLGA))).chats).toEqual([]);
  });

  test('joins the chat of the mail that it answers, whoever says to have written it', async () => {
    const chatId = await visit();
    await write(chatId, [await reply(chatId)]);
    const answers = ['unknown@x.example', 'ours@shop.example'];
    const answer = mail({ answers, becomesChat: false, from: { address: 'other@x.example' }, whole: 'Is it?\n> Yes' });
    expect(await take(answer)).toMatchObject({ outcome: 'stored', chatId });
    const last = (await listed(chatId)).at(-1);
    expect(last).toMatchObject({ from: 'customer', mail: { from: 'other@x.example', hasMore: true } });
    const mailId = last?.mail?.id ?? '';
    expect(await store.read('mails.whole', { mailId }, acting(OLGA))).toEqual({ text: 'Is it?\n> Yes' });
    // It is of the chat's channel, whichever mailbox took it.
    expect(await store.read('channelOf', { of: 'mail', id: mailId })).toBe(SITE);
    const [shown, unseen] = [store.db.limitedTo([SITE]), store.db.limitedTo([MAILBOX])];
    const inChat = await queries['messages.list'](shown, { chatId, limit: 50 }, ASKING);
    expect(inChat.messages.at(-1)).toMatchObject({ mail: { from: 'other@x.example', hasMore: true } });
    expect(await queries['mails.whole'](shown, { mailId }, ASKING)).toEqual({ text: 'Is it?\n> Yes' });
    await expect(queries['mails.whole'](unseen, { mailId }, ASKING)).rejects.toMatchObject({ code: 'not_found' });
    expect((await store.read('readChat', { chatId }))?.customer.email).toBe('anna@customer.example');
  });

  test('opens another chat of the same customer after theirs was closed', async () => {
    const chatId = await visit();
    await write(chatId, [await reply(chatId)]);
    await store.write('chats.close', { chatId }, acting(OLGA, 2500));
    const another = await chatOf(mail({ answers: ['ours@shop.example'] }));
    expect(another).not.toBe(chatId);
    const chats = await Promise.all([chatId, another].map((id) => store.read('readChat', { chatId: id })));
    expect(new Set(chats.map((chat) => chat?.customer.id)).size).toBe(1);
  });

  test('by itself is a line in its chat that nobody has to answer, and nothing elsewhere', async () => {
    const chatId = await chatOf(mail());
    await write(chatId, [await reply(chatId)]);
    const away = { answers: ['ours@shop.example'], automatic: 'reply' } as const;
    expect(await take(mail({ ...away, parts: [{ type: 'text', texts: ['On holiday'], fields: {} }] }))).toEqual({
      outcome: 'noted',
    });
    expect((await listed(chatId)).at(-1)).toMatchObject({
      from: 'system',
      event: { kind: 'answered_automatically', text: 'On holiday' },
    });
    expect((await store.read('readChat', { chatId }))?.unanswered).toBe(0);
    expect(await take(mail({ automatic: 'list' }))).toEqual({ outcome: 'noted' });
  });

  test('that says that a mail did not arrive fails its replies', async () => {
    const chatId = await chatOf(mail());
    await write(chatId, [await reply(chatId)]);
    await store.write('mails.end', { mailId: await sendingMail(), error: undefined }, standing(4000));
    const error = { kind: 'refused', code: '5.1.1', message: 'no such user' } as const;
    await take(mail({ automatic: 'bounce', bounce: { of: 'ours@shop.example', error } }));
    expect((await replyIn(chatId))?.delivery).toMatchObject({ state: 'failed', error });
    expect((await store.read('readChat', { chatId }))?.hasFailed).toBe(true);
  });
});

describe('replies that are to be mailed', () => {
  test('are those in chats that came by mail, once', async () => {
    const chatId = await chatOf(mail());
    const messageId = await reply(chatId);
    expect(await store.read('unmailedReplies')).toMatchObject([{ messageId, externalId: '"anna@customer.example"' }]);
    await write(chatId, [messageId]);
    expect(await store.read('unmailedReplies')).toEqual([]);
  });

  const unseen = async (since = 0) => (await store.read('unseenReplies', { since })).map(({ messageId }) => messageId);
  test('to visitors are those that they have not seen', async () => {
    const chatId = await visit();
    const first = await reply(chatId, 2000);
    const second = await reply(chatId, 3000);
    expect(await unseen()).toEqual([first, second]);
    expect(await unseen(2500)).toEqual([second]);
    const { customer } = (await store.read('readChat', { chatId })) ?? {};
    const received = { customerId: customer?.id ?? '', upTo: first, seen: false };
    await store.write('visitors.received', received, standing(3000));
    expect(await unseen()).toEqual([first, second]);
    await store.write('visitors.received', { ...received, seen: true }, standing(3000));
    expect(await unseen()).toEqual([second]);
    await visit({ texts: ['I am back'] }).catch(() => undefined);
    expect(await unseen()).toEqual([]);
  });
  test.each([
    ['without a known address', { sender: {} }],
    ['on other channels', { channelId: 'shop' }],
  ])('are none %s', async (_what, more) => {
    const chatId = await visit(more);
    await reply(chatId);
    expect(await unseen()).toEqual([]);
  });
});

describe('a mail', () => {
  const written = async (): Promise<{ chatId: string; first: string; mailId: string }> => {
    const chatId = await chatOf(mail());
    const first = await reply(chatId);
    await write(chatId, [first]);
    return { chatId, first, mailId: await sendingMail() };
  };
  const beginIt = (mailId: string) => store.write('beginMail', { mailId });

  test('takes up what is written until an attempt at it has begun', async () => {
    const { chatId, mailId } = await written();
    await write(chatId, [await reply(chatId, 2100, 'And cheap')], 'second@shop.example');
    expect(await store.read('sendingMails')).toHaveLength(1);
    expect(await beginIt(mailId)).toMatchObject({
      messageId: 'ours@shop.example',
      replies: [{ message: { text: 'Yes' } }, { message: { text: 'And cheap' } }],
      subject: 'Lamp',
      answers: { text: 'Is it in stock?' },
    });
    const late = await reply(chatId, 2200, 'Too late');
    await write(chatId, [late], 'second@shop.example');
    expect(await store.read('unmailedReplies')).toMatchObject([{ messageId: late }]);
  });

  test('that was sent delivers its replies', async () => {
    const { chatId, mailId } = await written();
    await beginIt(mailId);
    await store.write('mails.end', { mailId, error: undefined }, standing(4000));
    expect((await replyIn(chatId))?.delivery).toMatchObject({
      state: 'delivered',
      mail: { to: 'anna@customer.example', at: 4000 },
      error: undefined,
    });
    expect(await beginIt(mailId)).toBeUndefined();
  });

  test('whose end nobody knows is sent once more, and says so', async () => {
    const { chatId, mailId } = await written();
    await beginIt(mailId);
    expect(await beginIt(mailId)).toMatchObject({ messageId: 'ours@shop.example' });
    await store.write('mails.end', { mailId, error: undefined }, standing(4000));
    expect((await replyIn(chatId))?.delivery).toMatchObject({ state: 'delivered', error: { kind: 'interrupted' } });
  });

  test('is sent no third time when nobody knows that again', async () => {
    const { mailId } = await written();
    await beginIt(mailId);
    await beginIt(mailId);
    expect(await beginIt(mailId)).toBe('lost');
  });

  test('that came back matters no more once the visitor has seen its replies on the page', async () => {
    const chatId = await visit();
    await write(chatId, [await reply(chatId)]);
    await store.write('mails.end', { mailId: await sendingMail(), error: { kind: 'refused' } }, standing(4000));
    const { customer, hasFailed } = (await store.read('readChat', { chatId })) ?? {};
    expect(hasFailed).toBe(true);
    const upTo = (await replyIn(chatId))?.id ?? '';
    await store.write('visitors.received', { customerId: customer?.id ?? '', upTo, seen: true }, standing(5000));
    expect((await replyIn(chatId))?.delivery).toMatchObject({ state: 'delivered', seenAt: 5000, error: undefined });
    expect((await store.read('readChat', { chatId }))?.hasFailed).toBe(false);
  });

  test('that has to wait says why, and was not cut off', async () => {
    const { chatId, mailId } = await written();
    await beginIt(mailId);
    const error = { kind: 'unreachable', message: 'no route' } as const;
    await store.write('mails.later', { mailId, error, nextAt: 9000, isUnknown: false }, standing(4000));
    expect((await replyIn(chatId))?.delivery).toMatchObject({ state: 'sending', error });
    expect(await store.read('sendingMails')).toMatchObject([{ nextAt: 9000, attempts: 1 }]);
    await beginIt(mailId);
    await store.write('mails.end', { mailId, error: undefined }, standing(9000));
    expect((await replyIn(chatId))?.delivery?.error).toBeUndefined();
  });

  test('is gone with its customer, and a failed reply is mailed anew', async () => {
    const { chatId, first, mailId } = await written();
    await store.write('mails.end', { mailId, error: { kind: 'refused' } }, standing(4000));
    await store.write('deliveries.resend', { messageId: first, expiresAt: 9e12 }, standing(5000));
    expect(await store.read('unmailedReplies')).toMatchObject([{ messageId: first }]);
    const { customer } = (await store.read('readChat', { chatId })) ?? {};
    await store.write('chats.close', { chatId }, acting(OLGA, 6000));
    await store.write('eraseCustomers', { customerIds: [customer?.id ?? ''] });
    expect(await beginIt(mailId)).toBeUndefined();
    expect(await take(mail({ answers: ['ours@shop.example'], becomesChat: false }))).toEqual({ outcome: 'noted' });
  });
});
