import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConversation } from '../fixtures/conversation.ts';
import type { Headless } from '../fixtures/headless.ts';
import { sendMedia } from '../fixtures/media-replies.ts';
import { picture as drawn, png } from '../fixtures/pictures.ts';
import { upload } from '../fixtures/uploads.ts';
import { getMany, type Load } from './load.ts';
import type { Measure } from './measures.ts';
import { throughput } from './rounds.ts';
import { startStaticFiles } from './servers.ts';

const CONNECTIONS = 32;
const ROUNDS = 5;
const WARM_UP = 500;
const AMOUNT = 2_000;
const NAME = 'lamp.png';

/** Pictures sent by an operator, small and larger (incompressible noise), fetched by their public addresses, compared with `@fastify/static` alone with the same file, alternating. */
export async function measureHostedFiles(host: Headless): Promise<readonly Measure[]> {
  return [
    await measureHosted(host, drawn(160, 120)),
    await measureHosted(
      host,
      png(256, 128, () => randomBytes(3)),
    ),
  ];
}

async function measureHosted(host: Headless, picture: Buffer): Promise<Measure> {
  const folder = await mkdtemp(join(tmpdir(), 'counterbell-bench-'));
  await writeFile(join(folder, NAME), picture);
  const files = await startStaticFiles(folder);
  try {
    const [link, plain] = [await linkTo(host, picture), `${files.url}/${NAME}`];
    await expectWhole(link, picture);
    await expectWhole(plain, picture);
    const round = (url: string, amount: number): Promise<Load> => getMany({ url, connections: CONNECTIONS, amount });
    await round(plain, WARM_UP);
    await round(link, WARM_UP);
    const base: Load[] = [];
    const ours: Load[] = [];
    for (let count = 0; count < ROUNDS; count += 1) {
      base.push(await round(plain, AMOUNT));
      ours.push(await round(link, AMOUNT));
    }
    const kilobytes = Math.round(picture.length / 1024);
    return throughput(
      { ours, base, baseName: '@fastify/static' },
      { name: `serving a hosted file of ${kilobytes} KB`, bound: { atLeast: 0.7 } },
      'files',
    );
  } finally {
    await files.stop();
    await rm(folder, { recursive: true });
  }
}

async function linkTo(host: Headless, picture: Buffer): Promise<string> {
  const conversation = await openConversation(host);
  const { uploadId } = await upload(host, NAME, picture);
  const [message] = await sendMedia(host, conversation, { type: 'photo', uploadId });
  conversation.events.close();
  return message?.file ?? '';
}

async function expectWhole(url: string, picture: Buffer): Promise<void> {
  const answer = await fetch(url);
  if (!Buffer.from(await answer.arrayBuffer()).equals(picture)) throw new Error(`${url} is not the picture`);
}
