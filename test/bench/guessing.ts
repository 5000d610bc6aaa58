import { Agent, request } from 'undici';
import { openChannel } from '../fixtures/channels.ts';
import type { Headless } from '../fixtures/headless.ts';
import type { Measure } from './measures.ts';
import { median } from './statistics.ts';

const WARM_UP = 500;
const AMOUNT = 4000;

/** Time of uninformative responses: an existing channel with a wrong secret, compared with a missing one. */
export async function measureGuessing(host: Headless): Promise<readonly Measure[]> {
  const { messageUrl, publicId } = await openChannel(host);
  const { origin, pathname } = new URL(messageUrl);
  const right = pathname.split('/')[1] ?? '';
  const wrong = `${right.slice(0, -1)}${right.endsWith('x') ? 'y' : 'x'}`;
  const dispatcher = new Agent({ connections: 1, pipelining: 1 });
  const took = async (path: string): Promise<number> => {
    const begun = performance.now();
    const { statusCode, body } = await request(`${origin}${path}`, { dispatcher });
    await body.dump();
    if (statusCode !== 404) throw new Error(`${path} was answered with ${statusCode}`);
    return performance.now() - begun;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let count = 0; count < WARM_UP + AMOUNT; count += 1) {
    const pair = [
      await took(`/${wrong}/${publicId}/status`),
      await took(`/${wrong}/${publicId.replace(/.$/, '_')}/status`),
    ] as const;
    if (count < WARM_UP) continue;
    known.push(pair[0]);
    unknown.push(pair[1]);
  }
  await dispatcher.close();
  const [ours, base] = [median(known), median(unknown)];
  const shown = (time: number): string => `${(time * 1000).toFixed(0)} µs`;
  return [
    {
      name: 'answer to a wrong secret',
      ours: shown(ours),
      base: `unknown channel ${shown(base)}`,
      ratio: Math.max(ours, base) / Math.min(ours, base),
      bound: { atMost: 1.1 },
    },
  ];
}
