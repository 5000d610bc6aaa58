import type { EventFrame } from '#shared/contract/events.ts';
import { openChannel } from '../fixtures/channels.ts';
import type { Headless } from '../fixtures/headless.ts';
import { answer, startIntegrator } from '../fixtures/integrator.ts';
import { newId, writer } from '../fixtures/site-client.ts';
import { openWindow } from './console-window.ts';
import type { Measure } from './measures.ts';
import { median, percentile } from './statistics.ts';

const ROUNDS = 5;
const WARM_UP = 200;
const TIMES = 200;

/**
 * From a visitor's message to the operator's screen, and from a reply to the visitor, compared with the same ways of a
 * custom channel, alternating.
 */
export async function measureSiteLatency(host: Headless): Promise<readonly Measure[]> {
  const arrivals = createArrivals();
  // Of the console's events only customers' messages are looked at.
  const screen = await openWindow(host, (frame) => {
    for (const event of JSON.parse(frame.toString('utf8')) as EventFrame)
      if (event.name === 'message.added' && event.data.message.from === 'customer')
        arrivals.arrived(event.data.message.text);
  });
  const integrator = await startIntegrator();
  const endpoint = integrator.endpoint('inbox');
  endpoint.react((response, request, raw) => {
    const { message } = JSON.parse(raw) as { readonly message?: { readonly text?: string } };
    arrivals.arrived(message?.text);
    answer.ok(response, request, raw);
  });
  const channel = await openChannel(host, { endpoint: endpoint.url });
  await host.rpc('channels.create', { name: 'Shop', kind: 'site', publicId: 'shop' });
  const { visitor } = await writer(host.listener, 'shop', 'Hello from the site');
  visitor.onFrame((frame) => {
    if (frame.kind === 'message' && frame.message.from !== 'visitor') arrivals.arrived(frame.message.text);
  });
  await channel.say('ann', 'Hello from the channel');
  const { chats } = await host.rpc('chats.list', {});
  const chatOf = (text: string): string => chats.find(({ lastMessage }) => lastMessage?.text === text)?.id ?? '';
  const [ours, base] = [chatOf('Hello from the site'), chatOf('Hello from the channel')];
  const ways = {
    oursIn: async (text: string) => {
      visitor.say({ kind: 'message', id: newId(), text });
      await visitor.next('message', (frame) => frame.message.text === text);
    },
    baseIn: (text: string) => channel.say('ann', text),
    oursOut: (text: string) => host.rpc('chats.reply', { chatId: ours, text }),
    baseOut: (text: string) => host.rpc('chats.reply', { chatId: base, text }),
  } as const;
  type Way = keyof typeof ways;
  const round = async (way: Way, times: number): Promise<number> => {
    const took: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const text = `${way} ${newId()}`;
      const arrived = arrivals.next(text);
      const begun = performance.now();
      const done = ways[way](text);
      took.push((await arrived) - begun);
      // The next one comes when all is quiet, as people write.
      await done;
    }
    return percentile(took, 0.95);
  };
  try {
    const taken: Record<Way, number[]> = { oursIn: [], baseIn: [], oursOut: [], baseOut: [] };
    for (const way of Object.keys(ways) as Way[]) await round(way, WARM_UP);
    for (let count = 0; count < ROUNDS; count += 1)
      for (const way of Object.keys(ways) as Way[]) taken[way].push(await round(way, TIMES));
    const measure = (name: string, mine: readonly number[], custom: readonly number[]): Measure => ({
      name,
      ours: `${median(mine).toFixed(2)} ms`,
      base: `custom channel ${median(custom).toFixed(2)} ms`,
      ratio: median(mine.map((each, at) => each / (custom[at] ?? Number.NaN))),
      bound: { atMost: 1.5 },
    });
    return [
      measure('a visitor’s message to the operator’s screen, 95th percentile', taken.oursIn, taken.baseIn),
      measure('a reply to the visitor, 95th percentile', taken.oursOut, taken.baseOut),
    ];
  } finally {
    await visitor.leave();
    screen.close();
    await integrator.stop();
  }
}

/** Texts that are waited for, each once. */
function createArrivals() {
  const waiting = new Map<string, (at: number) => void>();
  return {
    arrived: (text: string | undefined): void => waiting.get(text ?? '')?.(performance.now()),
    /** resolves with the time at which it arrives, in monotonic milliseconds */
    next: (text: string): Promise<number> =>
      new Promise((resolve) => {
        waiting.set(text, (at) => {
          waiting.delete(text);
          resolve(at);
        });
      }),
  };
}
