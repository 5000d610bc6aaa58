/** @module-tag thorough */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openChannel } from '../../fixtures/channels.ts';
import { failToStart, startHeadless, type Headless, type HeadlessOptions } from '../../fixtures/headless.ts';
import { startIntegrator, type Integrator } from '../../fixtures/integrator.ts';
import { picture } from '../../fixtures/pictures.ts';
import { noPostgres, type Postgres, spaceIn, startPostgres } from '../../fixtures/postgres.ts';
import { startS3Server } from '../../fixtures/s3-server.ts';
import { fetchStored, postFile, upload } from '../../fixtures/uploads.ts';

const PNG = picture(400, 300);

describe.skipIf(noPostgres !== undefined)(
  `hosts that share files${noPostgres === undefined ? '' : `: ${noPostgres}`}`,
  () => {
    let postgres: Postgres;
    let integrator: Integrator;
    let s3: Awaited<ReturnType<typeof startS3Server>>;
    let folder: string;
    beforeAll(async () => {
      [postgres, integrator, s3] = await Promise.all([startPostgres(), startIntegrator(), startS3Server()]);
      folder = await mkdtemp(join(tmpdir(), 'counterbell-shared-'));
    });
    afterAll(async () => {
      await Promise.all([postgres.remove(), integrator.stop(), s3.stop().then(s3.remove)]);
      await rm(folder, { recursive: true, force: true });
    });
    const hosts: Headless[] = [];
    afterEach(async () => {
      for (const host of hosts.splice(0)) await host.remove();
    });
    const optionsWith = async (media: string): Promise<HeadlessOptions> => {
      const space = spaceIn(postgres.urlOf('postgres'));
      await space.create();
      return { database: space.url, args: ['--media', media], env: s3.env };
    };
    const start = async (options: HeadlessOptions): Promise<Headless> => {
      const host = await startHeadless(options);
      hosts.push(host);
      return host;
    };

    /** Sends a picture to a customer from one host, which ends; returns another in its place, and where the picture is. */
    const sent = async (media: string) => {
      const options = await optionsWith(media);
      const host = await start(options);
      const endpoint = integrator.endpoint(crypto.randomUUID());
      const channel = await openChannel(host, { endpoint: endpoint.url });
      await channel.say('anna', 'Show me the lamp');
      const { id: chatId } = await channel.chatOf('"anna"');
      await host.rpc('chats.take', { chatId });
      const { uploadId, url } = await upload(host, 'lamp.png', PNG);
      const part = { type: 'photo', uploadId } as const;
      await host.rpc('chats.replyMedia', { chatId, clientId: crypto.randomUUID(), parts: [part] });
      const link = await vi.waitFor(() => {
        const files = endpoint.received.map(
          ({ raw }) => (JSON.parse(raw) as { message: { file?: string } }).message.file,
        );
        return files.find((file) => file !== undefined) ?? expect.unreachable();
      });
      await host.stop();
      const next = await start(options);
      return { next, url, link: next.listener + new URL(link).pathname };
    };

    test.each([
      ['a folder', () => join(folder, 'all')],
      ['S3', () => 's3://shop/media'],
    ])('%s: another host serves what one has taken in, whole and in parts', async (_name, media) => {
      const { next, url, link } = await sent(media());
      const bytes = async (answer: Promise<Response>) => [
        (await answer).status,
        Buffer.from(await (await answer).arrayBuffer()),
      ];
      expect(await bytes(fetchStored(next, url))).toEqual([200, PNG]);
      expect(await bytes(fetch(link))).toEqual([200, PNG]);
      expect(await bytes(fetch(link, { headers: { range: 'bytes=10-19' } }))).toEqual([206, PNG.subarray(10, 20)]);
    });

    test('while S3 does not answer, files are refused with 503, and all else works', async () => {
      const { next, url, link } = await sent('s3://shop/other');
      await s3.stop();
      try {
        for (const answer of [
          await fetchStored(next, url),
          await fetch(link),
          await postFile(next, 'b.png', picture(9, 9)),
        ])
          expect([answer.status, await answer.text()]).toEqual([
            503,
            expect.stringContaining('Files can’t be reached'),
          ]);
        expect((await next.rpc('chats.list', {})).chats).toHaveLength(1);
        expect((await fetch(`${next.listener}/ready`)).status).toBe(200);
      } finally {
        await s3.startAgain();
      }
      expect((await fetch(link)).status).toBe(200);
      expect(next.log()).toContain('the store of files failed');
    });

    test('S3 without credentials is refused in one line', async () => {
      const options = await optionsWith('s3://shop');
      const refused = await failToStart({
        ...options,
        args: [...(options.args ?? []), '--log-level', 'silent'],
        env: {},
      });
      expect(refused).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^Counterbell cannot start: [^\n]*AWS_ACCESS_KEY_ID[^\n]*\n$/),
      });
    });
  },
);
