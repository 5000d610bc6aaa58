import { openChannel } from '../fixtures/channels.ts';
import type { Headless } from '../fixtures/headless.ts';
import { openWindow } from './console-window.ts';
import { customerMessages } from './customer-messages.ts';
import { postMany, type Load } from './load.ts';
import type { Measure } from './measures.ts';
import { runAlternately, throughput } from './rounds.ts';
import { startScript } from './servers.ts';

const CONNECTIONS = 64;
const CUSTOMERS = 1000;
/** Honest clients behind the proxy: each stays below the limit of an address. */
const CLIENTS = 1000;

/** Ingest of honest clients during floods, guesses, slow and broken requests, compared with calm, alternating. */
export async function measureUnderAbuse(host: Headless): Promise<readonly Measure[]> {
  // Only Linux has further loopback addresses without setup.
  if (process.platform !== 'linux') return [];
  await host.rpc('connection.change', {
    way: 'own',
    own: { publicUrl: host.listener, trustedProxies: ['127.0.0.1'] },
    limits: { perChannel: 0, kilobytesPerChannel: 0, newChatsPerChannel: 0 },
  });
  const { messageUrl } = await openChannel(host);
  const window = await openWindow(host);
  const body = customerMessages(CUSTOMERS, 'honest');
  let client = 0;
  const headers = () => ({ 'x-forwarded-for': `10.0.${(client = (client + 1) % CLIENTS) >> 8}.${client & 255}` });
  const round = (amount: number): Promise<Load> =>
    postMany({ url: messageUrl, connections: CONNECTIONS, amount, body, headers });
  try {
    const rounds = await runAlternately(['in peace', round], async (amount) => {
      const abusers = await startScript(new URL('abusers.ts', import.meta.url), [messageUrl]);
      const load = await round(amount);
      await abusers.stop('SIGKILL');
      return load;
    });
    return [throughput(rounds, { name: 'ingest of honest clients under abuse', bound: { atLeast: 0.7 } })];
  } finally {
    await host.rpc('connection.change', {
      way: 'local',
      own: { publicUrl: null, trustedProxies: [] },
      limits: { perChannel: 200, kilobytesPerChannel: 1024, newChatsPerChannel: 60 },
    });
    window.close();
  }
}
