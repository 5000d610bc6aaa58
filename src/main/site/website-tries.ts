import type { Clock } from '#main/clock/clock.ts';
import { subscriberOf } from '#main/intake/client-address.ts';
import { siteName } from '#shared/domain/site-addresses.ts';

/** Other websites that one client can have counted within `COUNTED_FOR`; further ones are ignored. */
export const MOST_OF_A_CLIENT = 3;
/** Clients remembered at once; whoever has not tried for the longest is forgotten first. */
const MOST_CLIENTS = 300;
/** Milliseconds after its last try until a client no longer counts. */
export const COUNTED_FOR = 24 * 60 * 60_000;

interface Try {
  readonly host: string;
  /** by the monotonic clock */
  readonly at: number;
}

/** Tracks which unknown websites tried to show a channel's window, and how many clients were there. */
export function createTries(clock: Pick<Clock, 'monotonic'>) {
  /** by client and website */
  const clients = new Map<string, Map<string, Try>>();
  const isCounted = ({ at }: Try): boolean => clock.monotonic() - at < COUNTED_FOR;

  return {
    /** returns true if it counts; `address`: the client's */
    add: (host: string, address: string): boolean => {
      const client = subscriberOf(address);
      const tries = new Map([...(clients.get(client) ?? [])].filter(([, each]) => isCounted(each)));
      const name = siteName(host);
      if (!tries.has(name) && tries.size >= MOST_OF_A_CLIENT) return false;
      tries.set(name, { host: tries.get(name)?.host ?? host, at: clock.monotonic() });
      clients.delete(client);
      clients.set(client, tries);
      const [oldest] = clients.keys();
      if (clients.size > MOST_CLIENTS && oldest !== undefined) clients.delete(oldest);
      return true;
    },
    /** the websites with how many clients tried there, the most tried first */
    list: (): readonly { readonly host: string; readonly clients: number }[] => {
      const counts = new Map<string, { readonly host: string; readonly clients: number }>();
      for (const tries of clients.values())
        for (const [name, each] of tries)
          if (isCounted(each)) {
            const { host, clients: before } = counts.get(name) ?? { host: each.host, clients: 0 };
            counts.set(name, { host, clients: before + 1 });
          }
      return [...counts.values()].toSorted((a, b) => b.clients - a.clients);
    },
  };
}
