import { beforeEach, describe, expect, test } from 'vitest';
import { acting, standing } from '../../../../test/fixtures/acts.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { received, receiveNew } from '../../../../test/fixtures/received-message.ts';

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const BY = acting('olga', 1);
const ANNA = { channelId: 'shop', externalId: '"anna"' };
const write = async (more: Partial<Parameters<typeof received>[0]> = {}): Promise<string> => {
  const chatId = await receiveNew(store, { ...ANNA, sender: { name: 'Anna' }, ...more });
  return (await store.read('readChat', { chatId })).customer.id;
};
const give = (customerId: string, email: string) =>
  store.write('visitors.giveEmail', { customerId, email }, standing(2000));
const cardOf = (customerId: string) => store.read('contacts.get', { customerId }, BY);
const hasEmail = async (): Promise<boolean | undefined> => (await store.read('findVisitor', ANNA))?.hasEmail;

describe('an address that a visitor gives', () => {
  test('is on their card as what they say, and windows are told', async () => {
    const customerId = await write();
    expect(await hasEmail()).toBe(false);
    const { answer, happened, touched } = await give(customerId, 'anna@shop.example');
    const customer = expect.objectContaining({ id: customerId, email: 'anna@shop.example', proven: undefined });
    expect(answer).toBe(true);
    expect(happened).toEqual([{ name: 'customer.changed', data: { customer } }]);
    expect(touched).toEqual(['contacts']);
    expect(await hasEmail()).toBe(true);
  });

  test('again changes nothing, also after an operator has corrected it; another one does', async () => {
    const customerId = await write();
    await give(customerId, 'anna@shop.exmaple');
    await store.write('customers.update', { customerId, email: 'anna@shop.example' }, BY);
    expect(await give(customerId, 'anna@shop.exmaple')).toEqual({ answer: true });
    expect((await cardOf(customerId)).email).toBe('anna@shop.example');
    await give(customerId, 'anna@mail.example');
    expect((await cardOf(customerId)).email).toBe('anna@mail.example');
  });

  test('and that an operator has removed is taken again', async () => {
    const customerId = await write();
    await give(customerId, 'anna@shop.example');
    await store.write('customers.update', { customerId, email: '' }, BY);
    await give(customerId, 'anna@shop.example');
    expect((await cardOf(customerId)).email).toBe('anna@shop.example');
  });

  test('stays when they write again', async () => {
    const customerId = await write();
    await give(customerId, 'anna@shop.example');
    await store.write('messages.receive', received({ ...ANNA, sender: { name: 'Anna' } }), standing(3000));
    expect((await cardOf(customerId)).email).toBe('anna@shop.example');
  });

  test('is refused beside one that the website has proven', async () => {
    const proven = { email: 'anna@work.example' };
    const customerId = await write({ sender: { name: 'Anna', ...proven }, proven });
    expect(await give(customerId, 'anna@shop.example')).toEqual({ answer: false });
    expect(await cardOf(customerId)).toMatchObject(proven);
  });

  test('is not kept of a blocked visitor, who is not told so, nor of nobody', async () => {
    const customerId = await write();
    await store.write('customers.block', { customerId }, BY);
    expect(await give(customerId, 'anna@shop.example')).toEqual({ answer: true });
    expect(await hasEmail()).toBe(false);
    expect(await give('999999', 'anna@shop.example')).toEqual({ answer: false });
  });

  test.each([
    ['missing: it is theirs now, and what they correct, too', undefined, 'anna@mail.example'],
    ['another’s: it stays', 'boris@shop.example', 'boris@shop.example'],
  ])('on a card that they share, where it is %s', async (_what, email, left) => {
    const other = await write({ externalId: '"boris"', sender: email === undefined ? {} : { email } });
    const customerId = await write();
    const keep = { name: 'into', phone: 'into', email: 'into' } as const;
    await store.write('contacts.merge', { customerId: other, otherId: customerId, keep }, BY);
    await give(customerId, 'anna@shop.example');
    await give(customerId, 'anna@mail.example');
    expect((await cardOf(customerId)).email).toBe(left);
    expect(await hasEmail()).toBe(true);
  });
});
