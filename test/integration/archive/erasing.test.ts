import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { backUp, ended, unmistakable } from '../../fixtures/archive.ts';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHeadless } from '../../fixtures/headless.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { picture } from '../../fixtures/pictures.ts';
import { fetchStored, upload } from '../../fixtures/uploads.ts';
import { readZip } from '../../fixtures/zip.ts';

const PNG = picture(50, 20);

let host: Host;
afterEach(() => host.remove());

/** Files of the data folder that contain one of the words, except for the named ones. */
async function filesWith(words: readonly string[], without: RegExp = /^$/): Promise<string[]> {
  const found = await readdir(host.dataDir, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !without.test(path));
  const holds = async (path: string): Promise<boolean> => {
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    return words.some((word) => bytes.includes(word));
  };
  const held = await Promise.all(paths.map(holds));
  return paths.filter((_path, at) => held[at]);
}

async function talkedTo(channel: TestChannel) {
  const person = {
    id: unmistakable('id'),
    name: unmistakable('Anna'),
    words: unmistakable('lamp'),
    note: unmistakable('rude'),
    answer: unmistakable('yes'),
  };
  await channel.post({
    sender: { id: person.id, name: person.name, email: 'anna@example.org' },
    message: { type: 'text', text: `Is the ${person.words} there?` },
  });
  const chat = await channel.chatOf(JSON.stringify(person.id));
  await host.rpc('chats.take', { chatId: chat.id });
  await host.rpc('chats.note', { chatId: chat.id, text: person.note });
  await host.rpc('chats.reply', { chatId: chat.id, text: person.answer });
  const sent = await upload(host, 'lamp.png', PNG);
  await host.rpc('chats.replyMedia', {
    chatId: chat.id,
    clientId: randomUUID(),
    parts: [{ type: 'photo', uploadId: sent.uploadId }],
  });
  return {
    ...person,
    chatId: chat.id,
    customerId: chat.customer.id,
    picture: sent.url,
    all: [person.id, person.name, person.words, person.note, person.answer],
  };
}

/** Resolves once the job deletes, or is over. */
async function untilDeleting(jobId: string, events: Awaited<ReturnType<Host['events']>>): Promise<void> {
  await events.until(async () => {
    const job = (await host.rpc('jobs.list', {})).jobs.find(({ id }) => id === jobId);
    return job !== undefined && (!job.cancellable || job.state !== 'running') ? job : undefined;
  });
}

test('no trace of an erased customer is left outside backups, and others keep everything', async () => {
  host = await startHost();
  const channel = await openChannel(host);
  const anna = await talkedTo(channel);
  await channel.say('ben', 'Do you deliver?');
  const backup = await backUp(host);
  expect((await filesWith(anna.all)).length).toBeGreaterThan(0);

  const preview = await host.rpc('privacy.previewErase', { customerId: anna.customerId });
  expect(preview).toMatchObject({ name: anna.name, chats: 1, merged: [], files: 1, backups: 1 });
  await expect(
    host.rpc('privacy.eraseCustomer', { customerId: anna.customerId, confirmation: 'somebody' }),
  ).rejects.toMatchObject({ code: 'invalid_input' });
  const job = await ended(
    host,
    await host.rpc('privacy.eraseCustomer', { customerId: anna.customerId, confirmation: anna.name }),
  );
  expect(job).toMatchObject({ state: 'done', kind: 'erase' });

  await expect(host.rpc('chats.get', { chatId: anna.chatId })).rejects.toMatchObject({ code: 'not_found' });
  expect((await fetchStored(host, anna.picture)).status).toBe(404);
  expect((await channel.receivedBy('"ben"')).map(({ text }) => text)).toEqual(['Do you deliver?']);
  await channel.say('ben', 'And on Sundays?');
  await host.stop();
  expect(await filesWith(anna.all)).toEqual([]);
  expect(await readdir(join(host.dataDir, 'backups'))).toEqual([backup.name]);
});

test.each([
  ['as soon as it is accepted', () => Promise.resolve()],
  ['while it deletes', untilDeleting],
])('an erasure interrupted by a kill %s continues at the next start', { tags: ['thorough'] }, async (_when, moment) => {
  const killed = await startHeadless();
  host = killed;
  const channel = await openChannel(host);
  const anna = await talkedTo(channel);
  const events = await host.events();
  const { id } = await host.rpc('privacy.eraseCustomer', { customerId: anna.customerId, confirmation: anna.name });
  await moment(id, events);
  await killed.kill();
  host = await host.restart();
  const again = await host.events();
  await again.until(async () =>
    (await host.rpc('jobs.list', {})).jobs.every(({ state }) => state !== 'running') ? true : undefined,
  );
  await host.stop();
  expect(await filesWith(anna.all)).toEqual([]);
});

test('everything known about a customer is exported as one file, including sent files', async () => {
  host = await startHost();
  const channel = await openChannel(host);
  const anna = await talkedTo(channel);
  const { file } = await ended(host, await host.rpc('privacy.exportCustomer', { customerId: anna.customerId }));
  const answer = await fetchStored(host, file?.url ?? '');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; .*filename\*=UTF-8''\S+%20\d{4}-\d\d-\d\d\.zip$/,
  );
  const path = join(host.dataDir, 'export.zip');
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  const entries = await readZip(path);
  const told = String(entries.get('customer.json'));
  for (const word of anna.all) expect(told).toContain(word);
  // Chat events have English text besides their code.
  const { chats } = JSON.parse(told) as { chats: { messages: { from: string; event?: object; text?: string }[] }[] };
  const lines = chats.flatMap(({ messages }) => messages).filter(({ event }) => event !== undefined);
  expect(lines.length).toBeGreaterThan(0);
  for (const { text } of lines) expect(text).toMatch(/\w+ \w+/);
  expect([...entries].some(([name, content]) => name.startsWith('media/') && content.equals(PNG))).toBe(true);
});
