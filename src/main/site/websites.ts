import { isSameSite } from '#shared/domain/site-addresses.ts';
import type { Logger } from 'pino';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { MOST_SITES, siteHost } from '#shared/domain/site.ts';

/** Milliseconds between two other websites of a channel: anybody can pretend to be one, and each is a write. */
const OTHERS = 1000;

/** Which websites show a channel's window, and when each did last. */
export type Websites = ReturnType<typeof createWebsites>;

export function createWebsites(options: {
  readonly channels: Pick<ChannelDirectory, 'update' | 'find'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  /** the listener's public address: the chat page is there, whatever a proxy says of the host */
  readonly ownAddress: () => string;
  readonly onSeen: (channelId: string) => void;
}) {
  const { channels, clock } = options;
  /** by channel: the time at which each website was last seen */
  const seen = new Map<string, Map<string, number>>();
  const changing = new Set<string>();

  /** one change of a channel at a time: what comes meanwhile is seen again soon */
  const change = (channelId: string, fields: (site: NonNullable<ChannelRecord['site']>) => object, pause = 0): void => {
    const site = channels.find(channelId)?.site;
    if (site === undefined || changing.has(channelId)) return;
    changing.add(channelId);
    void channels
      .update(channelId, { site: fields(site) })
      .catch((error: unknown) => options.log.warn({ err: error, channelId }, 'a website could not be noted'))
      .finally(() => {
        const end = (): void => void changing.delete(channelId);
        if (pause === 0) end();
        else clock.after(pause, end);
      });
  };
  const note = (channelId: string, host: string): void => {
    const hosts = seen.get(channelId) ?? new Map<string, number>();
    seen.set(channelId, hosts);
    hosts.delete(host);
    hosts.set(host, clock.wall());
    const [oldest] = hosts.keys();
    if (hosts.size > MOST_SITES && oldest !== undefined) hosts.delete(oldest);
    options.onSeen(channelId);
  };

  return {
    /**
     * Whether the window may be shown there. `origin`: as the browser says; undefined: a page of our own, or no browser.
     * The first website becomes the channel's; others are kept for the owner to allow.
     */
    admit: ({ id, site }: ChannelRecord, origin: string | undefined, ownHost: string | undefined): boolean => {
      if (site === undefined) return false;
      const host = origin === undefined ? undefined : hostOf(origin);
      if (origin !== undefined && host === undefined) return false;
      const isOwn = host === undefined || host === ownHost?.toLowerCase() || host === hostOf(options.ownAddress());
      if (isOwn) return true;
      const isHere = isLoopback(host.replace(/:\d+$/, ''));
      const isFirst = !isHere && site.sites.length === 0;
      if (isHere || isFirst || site.sites.some((each) => isSameSite(each, host))) {
        note(id, host);
        if (isFirst) change(id, () => ({ sites: [host] }));
        return true;
      }
      if (!site.otherSites.some((other) => isSameSite(other.host, host)))
        change(
          id,
          ({ otherSites }) => ({ otherSites: [{ host, at: clock.wall() }, ...otherSites].slice(0, MOST_SITES) }),
          OTHERS,
        );
      return false;
    },
    /** the latest first */
    seen: (channelId: string) => Array.from(seen.get(channelId) ?? [], ([host, at]) => ({ host, at })).toReversed(),
  };
}

function hostOf(origin: string): string | undefined {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return undefined;
  return siteHost.safeParse(new URL(origin).host).data;
}
