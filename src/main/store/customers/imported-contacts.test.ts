import { beforeEach, expect, test } from 'vitest';
import type { ImportedContact } from '#shared/contract/contacts.ts';
import { acting } from '../../../../test/fixtures/acts.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { receiveNew } from '../../../../test/fixtures/received-message.ts';

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const OLGA = { at: 0, operatorId: 'olga', role: 'owner' } as const;

async function customer(externalId: string, sender: object, channelId = 'shop'): Promise<string> {
  const chatId = await receiveNew(store, { externalId: `"${externalId}"`, sender, channelId });
  return (await store.read('readChat', { chatId })).customer.id;
}
async function importAll(...rows: (Partial<ImportedContact> & object)[]) {
  const input = { rows: rows.map((row) => ({ tags: [], ...row })) };
  const preview = await store.read('contacts.previewImport', input, OLGA);
  const { answer, happened } = await store.write('contacts.import', input, acting('olga', 5000));
  expect(answer).toEqual(preview);
  return { counts: answer, told: happened?.length };
}
const cardOf = async (customerId: string) => {
  const { name, phone, email, tags } = await store.read('contacts.get', { customerId }, OLGA);
  return { name, phone, email, tags };
};

test('an import fills what is empty and adds tags, by email or phone, and changes nothing else', async () => {
  const anna = await customer('anna', { email: 'Anna@X.example' });
  const boris = await customer('boris', { name: 'Boris', phone: '+49 (30) 123-4567', email: 'b@x.example' });
  await store.write('contacts.update', { customerId: boris, tags: ['VIP'] }, acting('olga', 1));
  const rows = [
    { name: 'Anna Müller', phone: '0301', email: 'anna@x.example', tags: ['vip'] },
    { name: 'Bob', phone: '0049301234567', email: 'other@x.example', tags: ['vip', 'Köln'] },
    { name: 'Carla', email: 'carla@x.example' },
    { email: 'b@x.example' },
  ];
  expect(await importAll(...rows)).toEqual({ counts: { completed: 2, unchanged: 1, expected: 1 }, told: 2 });
  expect(await cardOf(anna)).toEqual({
    name: 'Anna Müller',
    phone: '0301',
    email: 'Anna@X.example',
    tags: ['VIP'],
  });
  expect(await cardOf(boris)).toEqual({
    name: 'Boris',
    phone: '+49 (30) 123-4567',
    email: 'b@x.example',
    tags: ['Köln', 'VIP'],
  });
  expect(await importAll(...rows)).toEqual({ counts: { completed: 0, unchanged: 4, expected: 0 }, told: 0 });
  expect(await store.db.value`SELECT count(*) FROM customers`).toBe(2);
});

test('merged customers have one card, which is completed once', async () => {
  const anna = await customer('anna', { name: 'Anna', email: 'a@x.example' });
  const app = await customer('app', { name: 'Ann' }, 'app');
  const keep = { name: 'into', phone: 'into', email: 'into' } as const;
  await store.write('contacts.merge', { customerId: anna, otherId: app, keep }, acting('olga', 1));
  const { counts, told } = await importAll({ email: 'a@x.example', phone: '12345', tags: ['vip'] });
  expect([counts.completed, told]).toEqual([1, 2]);
  expect(await cardOf(app)).toEqual({ name: 'Anna', phone: '12345', email: 'a@x.example', tags: ['vip'] });
  expect(await store.read('listContactRows', { limit: 10 })).toMatchObject([
    { customer: { name: 'Anna', phone: '12345', email: 'a@x.example' }, channel: 'Shop', tags: ['vip'] },
  ]);
});

test('two rows of one person complete each other, and a contact has 20 tags at most', async () => {
  const anna = await customer('anna', { email: 'a@x.example' });
  const tags = Array.from({ length: 15 }, (_, at) => `tag ${String(at)}`);
  const more = tags.map((tag) => `more ${tag}`);
  const { counts } = await importAll(
    { email: 'a@x.example', name: 'Anna', tags },
    { email: 'a@x.example', name: 'Other', phone: '12345', tags: more },
  );
  expect(counts).toEqual({ completed: 2, unchanged: 0, expected: 0 });
  const card = await cardOf(anna);
  expect(card).toMatchObject({ name: 'Anna', phone: '12345' });
  expect(card.tags).toHaveLength(20);
});

const meet = (customerId: string) => store.write('contacts.meet', { customerId }, acting('olga', 6000));
const expected = () => store.read('countExpected');

test('what a file says of somebody waits until they write with that email or phone, and is then theirs', async () => {
  const anna = { name: 'Anna', phone: '+49 30 123', email: 'A@x.example', tags: ['vip'] };
  const rows = [anna, { email: 'a@x.example', tags: ['VIP', 'Köln'] }, { email: 'b@x.example' }];
  expect((await importAll(...rows)).counts).toEqual({ completed: 0, unchanged: 0, expected: 3 });
  expect((await importAll(...rows)).counts).toEqual({ completed: 0, unchanged: 3, expected: 0 });
  expect(await expected()).toBe(2);
  expect(await store.read('isExpected', { keys: ['4930123'] })).toBe(true);

  const other = await customer('other', { email: 'other@x.example' });
  expect((await meet(other)).happened ?? []).toEqual([]);
  const app = await customer('app', { name: 'A.', phone: '0049 (30) 123' }, 'app');
  expect((await meet(app)).happened).toMatchObject([{ name: 'customer.changed', data: { customer: { name: 'A.' } } }]);
  expect(await cardOf(app)).toEqual({
    name: 'A.',
    phone: '0049 (30) 123',
    email: 'A@x.example',
    tags: ['Köln', 'vip'],
  });
  // Once only, and the others wait on.
  expect([await expected(), (await meet(app)).happened ?? []]).toEqual([1, []]);
  const late = await customer('late', { email: 'a@x.example' });
  await meet(late);
  expect(await cardOf(late)).toMatchObject({ tags: [] });
});

test('of merged customers the shared card is completed, and what waits can be removed', async () => {
  const [shop, app] = [await customer('1', { name: 'Anna' }), await customer('1', { name: 'Ann' }, 'app')];
  await importAll({ phone: '555 1234', tags: ['vip'] }, { email: 'b@x.example' });
  const keep = { name: 'into', phone: 'into', email: 'into' } as const;
  await store.write('contacts.merge', { customerId: shop, otherId: app, keep }, acting('olga', 1));
  await store.write('customers.update', { customerId: app, phone: '5551234' }, acting('olga', 2));
  expect((await meet(app)).happened).toHaveLength(2);
  expect(await cardOf(shop)).toMatchObject({ name: 'Anna', tags: ['vip'] });
  await store.write('contacts.removeExpected', {}, acting('olga', 3));
  expect(await expected()).toBe(0);
});
