import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConversation } from '../fixtures/conversation.ts';
import type { Headless } from '../fixtures/headless.ts';
import { sendMedia } from '../fixtures/media-replies.ts';
import { picture as drawn, png } from '../fixtures/pictures.ts';
import { upload } from '../fixtures/uploads.ts';
import { getMany } from './load.ts';
import type { Measure } from './measures.ts';
import { runAlternately, throughput } from './rounds.ts';
import { startStaticFiles } from './servers.ts';

const CONNECTIONS = 32;
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
    const round = (url: string) => (amount: number) => getMany({ url, connections: CONNECTIONS, amount });
    const rounds = await runAlternately(['@fastify/static', round(plain)], round(link), { warmUp: 500, amount: 2_000 });
    const kilobytes = Math.round(picture.length / 1024);
    return throughput(rounds, { name: `serving a hosted file of ${kilobytes} KB`, bound: { atLeast: 0.7 } }, 'files');
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
