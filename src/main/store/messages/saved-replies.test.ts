import { beforeEach, describe, expect, test } from 'vitest';
import { isOnPostgres, type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { acting } from '../../../../test/fixtures/acts.ts';

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const OLGA = acting('olga', 1);
const IVAN: By = { ...acting('ivan', 1), role: 'operator' };
type By = typeof OLGA;

const add = async (shortcut: string, text = 'Hello', by: By = OLGA, isOwn?: boolean) =>
  (await store.write('savedReplies.create', { shortcut, text, isOwn }, by)).answer;
const change = async (replyId: string, words: { shortcut?: string; text?: string }, by: By = OLGA) =>
  (await store.write('savedReplies.update', { replyId, ...words }, by)).answer;
const all = async (by: By = OLGA) => (await store.read('savedReplies.list', {}, by)).replies;
const remove = (replyId: string, by: By = OLGA) => store.write('savedReplies.remove', { replyId }, by);
const addMany = (count: number, text: string, by: By = OLGA) =>
  Promise.all(Array.from({ length: count }, (_none, at) => add(`${by.operatorId}-${at}`, text, by)));

describe('saved replies', () => {
  test('are listed by shortcut in natural order, also after a restart', async () => {
    for (const shortcut of ['b', 'Zug', 'öl', 'a10', 'A9', 'оплата']) await add(shortcut);
    const sorted = ['A9', 'a10', 'b', 'öl', 'Zug', 'оплата'];
    expect((await all()).map(({ shortcut }) => shortcut)).toEqual(sorted);
    store.restart();
    expect((await all()).map(({ shortcut }) => shortcut)).toEqual(sorted);
  });

  test('keep their exact text', async () => {
    const text = ' {customer}\t\r\n\n"quoted", \'single\'; {unknown} 🙂\u0000 ';
    const { id } = await add('odd', text);
    const kept = isOnPostgres() ? text.replace('\u0000', '\u2400') : text;
    expect(await all()).toEqual([{ id, shortcut: 'odd', text: kept }]);
  });

  test.each([
    ['hello', 'HELLO'],
    ['Привет', 'привет'],
    ['caf\u00e9', 'CAFE\u0301'],
  ])('have unique shortcuts: %s and %s are the same', async (a, b) => {
    const { id } = await add(a);
    await expect(add(b)).rejects.toMatchObject({ code: 'shortcut_taken' });
    const { id: second } = await add('another');
    await expect(change(second, { shortcut: b })).rejects.toMatchObject({ code: 'shortcut_taken' });
    expect(await change(id, { shortcut: b })).toEqual({ id, shortcut: b.normalize('NFC'), text: 'Hello' });
    expect(await all()).toHaveLength(2);
  });

  test('created simultaneously with the same shortcut: one succeeds, the other is refused', async () => {
    const answers = await Promise.allSettled([add('same', 'one'), add('other'), add('SAME', 'two')]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect((await all()).map(({ text }) => text)).toEqual(['Hello', 'one']);
  });

  test('change only in the given fields, and can be removed', async () => {
    const { id } = await add('hello', 'Good day');
    expect(await change(id, { text: 'Good evening' })).toEqual({ id, shortcut: 'hello', text: 'Good evening' });
    expect(await change(id, { shortcut: 'evening' })).toEqual({ id, shortcut: 'evening', text: 'Good evening' });
    await remove(id);
    expect(await all()).toEqual([]);
    await expect(change(id, { text: 'Good night' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(id)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await add('evening')).not.toMatchObject({ id });
  });
});

describe('files of saved replies', () => {
  const upload = async (name: string, operatorId = 'olga'): Promise<{ readonly uploadId: string }> => {
    const digest = name.charCodeAt(0).toString(16).padStart(64, '0');
    const facts = { mediaType: 'application/pdf', form: 'other', size: 10, purpose: 'unsent' } as const;
    await store.write('addMedia', { ...facts, digest, width: undefined, height: undefined, at: 1 });
    const uploadId = `upload ${name}`;
    await store.write('addUpload', { uploadId, operatorId, digest, fileName: `${name}.pdf`, at: 1 });
    return { uploadId };
  };
  const setFiles = async (replyId: string, files: ({ fileId: string } | { uploadId: string })[], by = OLGA) =>
    (await store.write('savedReplies.update', { replyId, files }, by)).answer.files ?? [];
  const forgotten = () => store.read('listForgottenMedia', { before: 1000, limit: 10 });

  test('are uploads of whoever adds them; they stay when the upload ends, and are forgotten with the reply', async () => {
    const files = [await upload('a'), await upload('b')];
    const { id, files: had = [] } = (
      await store.write('savedReplies.create', { shortcut: 's', text: 't', files }, OLGA)
    ).answer;
    expect(had).toMatchObject([
      { fileName: 'a.pdf', size: 10, url: `/media/${'61'.padStart(64, '0')}/a.pdf` },
      { fileName: 'b.pdf' },
    ]);
    await store.write('endUploads', { latest: 1000, uploadsBefore: 1000 });
    expect(await forgotten()).toEqual([]);
    const [, b] = had;
    const kept = await setFiles(id, [{ fileId: b?.fileId ?? '' }, await upload('c')]);
    expect(kept.map(({ fileName }) => fileName)).toEqual(['b.pdf', 'c.pdf']);
    expect((await change(id, { text: 'other' })).files).toEqual(kept);
    expect((await all())[0]?.files).toEqual(kept);
    await remove(id);
    await store.write('endUploads', { latest: 1000, uploadsBefore: 1000 });
    expect(await forgotten()).toHaveLength(3);
  });

  test('cannot be somebody else’s upload or another reply’s file', async () => {
    const { id } = await add('one');
    const { id: other } = await add('two');
    const [file] = await setFiles(other, [await upload('a')]);
    await expect(setFiles(id, [await upload('b', 'ivan')])).rejects.toMatchObject({ code: 'not_found' });
    expect(await setFiles(id, [{ fileId: file?.fileId ?? '' }])).toEqual([]);
    expect((await all()).map(({ files }) => files?.length)).toEqual([undefined, 1]);
  });
});

describe('an operator’s own replies', () => {
  test('are seen and changed by no one else', async () => {
    const shared = await add('hours');
    const own = await add('mine', 'Hello', IVAN);
    expect(own).toEqual({ id: own.id, shortcut: 'mine', text: 'Hello', isOwn: true });
    expect(await all(IVAN)).toEqual([shared, own]);
    expect(await all(OLGA)).toEqual([shared]);
    await expect(change(own.id, { text: 'Bye' }, OLGA)).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(own.id, OLGA)).rejects.toMatchObject({ code: 'not_found' });
    expect(await change(own.id, { text: 'Bye' }, IVAN)).toMatchObject({ text: 'Bye', isOwn: true });
    await remove(own.id, IVAN);
    expect(await all(IVAN)).toEqual([shared]);
  });

  test('are what operators can have, while everyone’s are for owners', async () => {
    const { id } = await add('hours');
    for (const refused of [add('more', 'Hello', IVAN, false), change(id, { text: 'Bye' }, IVAN), remove(id, IVAN)])
      await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
    expect(await add('mine', 'Hello', OLGA, true)).toMatchObject({ isOwn: true });
    expect((await all(IVAN)).map(({ shortcut }) => shortcut)).toEqual(['hours']);
  });

  test('take no shortcut of everyone’s, but one that a colleague has', async () => {
    await add('hours');
    await add('greeting', 'Hello', OLGA, true);
    await expect(add('HOURS', 'Hello', IVAN)).rejects.toMatchObject({ code: 'shortcut_taken' });
    const { id } = await add('greeting', 'Hello', IVAN);
    await expect(change(id, { shortcut: 'hours' }, IVAN)).rejects.toMatchObject({ code: 'shortcut_taken' });
    // An owner doesn't see what operators have.
    await add('greeting', 'Good day');
    expect((await all(IVAN)).map(({ shortcut, isOwn }) => [shortcut, isOwn])).toEqual([
      ['greeting', true],
      ['greeting', undefined],
      ['hours', undefined],
    ]);
    expect(await change(id, { text: 'Bye' }, IVAN)).toMatchObject({ shortcut: 'greeting', text: 'Bye' });
  });

  test('are limited to a thousand, apart from everyone’s', async () => {
    await addMany(1000, 'Hello');
    await expect(add('one-more')).rejects.toMatchObject({ code: 'invalid_input' });
    await addMany(1000, 'Hello', IVAN);
    await expect(add('one-more', 'Hello', IVAN)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await all(IVAN)).toHaveLength(2000);
  });

  test('have a million characters at most in a list', async () => {
    const [first] = await addMany(100, 'x'.repeat(10_000));
    const { id } = await add('mine', 'Hello', OLGA, true);
    const refusal = { code: 'invalid_input', reason: { code: 'errors:refusals.saved.long' } };
    await expect(add('one-more')).rejects.toMatchObject(refusal);
    await expect(change(first?.id ?? '', { text: 'x'.repeat(10_001) })).rejects.toMatchObject(refusal);
    await expect(change(id, { text: 'Bye' })).resolves.toMatchObject({ text: 'Bye' });
  });

  test('go with the operator', async () => {
    await add('mine', 'Hello', IVAN);
    await store.write('removeOperator', { operatorId: 'ivan', at: 1 });
    expect(await all(IVAN)).toEqual([]);
  });
});
