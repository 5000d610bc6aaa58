import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { OperatorEngine } from '#main/engine/engine.ts';
import { answerFromMedia, isForMedia } from './app-protocol.ts';

const engineThat = (media: OperatorEngine['media']) => ({ media });

test.each([
  ['app://counterbell/media/abc/lamp.png?save=1', true],
  ['app://counterbell/media/uploads?name=a', true],
  ['app://counterbell/media', false],
  ['app://counterbell/assets/media/x.js', false],
  ['app://counterbell/media/../index.html', false],
  ['app://elsewhere/media/abc', false],
])('whether %s is for the engine’s files: %s', (url, isFor) => {
  expect(isForMedia('counterbell', url)).toBe(isFor);
});

test('a page gets the engine’s response to its request', async () => {
  const engine = engineThat(async ({ method, url, range }) => ({
    status: 206,
    headers: { 'x-asked': `${method} ${url} ${range}` },
    body: Readable.from([Buffer.from('bytes')]),
  }));
  const answer = await answerFromMedia(
    engine,
    new Request('app://counterbell/media/abc/lamp.png?save=1', { headers: { range: 'bytes=0-4' } }),
  );
  expect([answer.status, answer.headers.get('x-asked'), await answer.text()]).toEqual([
    206,
    'GET /media/abc/lamp.png?save=1 bytes=0-4',
    'bytes',
  ]);
});

test('a file that a page stops reading is closed', async () => {
  const file = Readable.from([Buffer.from('one'), Buffer.from('two')]);
  const answer = await answerFromMedia(
    engineThat(async () => ({ status: 200, headers: {}, body: file })),
    new Request('app://counterbell/media/abc'),
  );
  await answer.body?.cancel();
  expect(file.destroyed).toBe(true);
});

test('an upload is streamed as it is sent', async () => {
  let text = '';
  const engine = engineThat(async ({ body }) => {
    for await (const piece of body ?? []) text += Buffer.from(piece).toString();
    return { status: 200, headers: {}, body: '{"uploadId":"1"}' };
  });
  const answer = await answerFromMedia(
    engine,
    new Request('app://counterbell/media/uploads?name=a', { method: 'POST', body: 'the file' }),
  );
  expect([await answer.json(), text]).toEqual([{ uploadId: '1' }, 'the file']);
});

test('other methods are refused', async () => {
  const engine = engineThat(() => expect.unreachable('it was asked'));
  expect((await answerFromMedia(engine, new Request('app://counterbell/media/abc', { method: 'DELETE' }))).status).toBe(
    405,
  );
});
