import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import { type Clock, throttle } from '#main/clock/clock.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { siteHost, type SiteSettings } from '#shared/domain/site.ts';
import { isSameSite } from '#shared/domain/site-addresses.ts';
import { askedWebsites, websiteStateOf } from '#shared/domain/websites.ts';
import { MOST_ASKED, MOST_REFUSED } from '#shared/domain/site.ts';
import { COUNTED_FOR, createTries } from './website-tries.ts';

/** Milliseconds between two questions of a channel: anybody can pretend to be a website, and each is a write. */
const QUESTIONS = 1000;
/** So many clients, or fewer, could be one person: a website they try makes no other give way. */
const SEVERAL = 3;
/** Addresses on this computer that are listed as seen: anybody can claim them. */
const MOST_HERE = 3;

/** Tracks which websites show a channel's window, when each did last, and which ones its owner is asked about. */
export type Websites = ReturnType<typeof createWebsites>;

/** As much of a request as says where it comes from. */
type Asking = Pick<FastifyRequest, 'clientAddress'> & {
  readonly headers: Pick<FastifyRequest['headers'], 'origin' | 'host'>;
};

export function createWebsites(options: {
  readonly channels: Pick<ChannelDirectory, 'changeWebsite' | 'find'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  /** the listener's public address: the chat page is there, whatever a proxy says of the host */
  readonly ownAddress: () => string;
  readonly onSeen: (channelId: string) => void;
}) {
  const { channels, clock } = options;
  const begun = clock.monotonic();
  /** by channel: the time at which each website was last seen */
  const seen = new Map<string, Map<string, number>>();
  /** by channel */
  const tries = new Map<string, ReturnType<typeof createTries>>();
  /** channels where a website was tried since the last look */
  const tried = new Set<string>();
  const changing = new Set<string>();

  const note = (channelId: string, host: string, { sites }: SiteSettings): void => {
    const hosts = seen.get(channelId) ?? new Map<string, number>();
    seen.set(channelId, hosts);
    hosts.delete(host);
    hosts.set(host, clock.wall());
    const here = [...hosts.keys()].filter(isHere);
    for (const known of hosts.keys())
      if (isHere(known) ? here.indexOf(known) < here.length - MOST_HERE : !isOneOf(sites, known)) hosts.delete(known);
    options.onSeen(channelId);
  };

  const listOf = (channelId: string) =>
    Array.from(seen.get(channelId) ?? [], ([host, at]) => ({ host, at })).toReversed();

  /** Asks the owner about the website that most clients have tried, if there is one to ask about and room for it. */
  const ask = async (channelId: string): Promise<void> => {
    const site = channels.find(channelId)?.site;
    if (site === undefined || site.otherSites.filter(({ refused }) => refused).length >= MOST_REFUSED) return;
    const counted = tries.get(channelId)?.list() ?? [];
    const next = counted.find(({ host }) => websiteStateOf(site, host) === 'unknown');
    if (next === undefined) return;
    const askedSites = askedWebsites(site);
    if (askedSites.length >= MOST_ASKED) {
      // Those of before a start have not had the time to be tried again.
      const isNew = clock.monotonic() - begun < COUNTED_FOR;
      const strength = (host: string): number => {
        const clients = counted.find((triedSite) => isSameSite(triedSite.host, host))?.clients;
        return clients === undefined && !isNew ? 0 : Math.max(SEVERAL, clients ?? 0);
      };
      // The oldest is on somebody's screen. Of equal ones the newest gives way.
      const [weakest] = askedSites
        .slice(1)
        .toReversed()
        .toSorted((a, b) => strength(a.host) - strength(b.host));
      if (weakest === undefined || next.clients <= strength(weakest.host)) return;
      await channels.changeWebsite(channelId, { host: weakest.host, from: 'asked', to: 'unknown' });
    }
    await channels.changeWebsite(channelId, { host: next.host, from: 'unknown', to: 'asked', at: clock.wall() });
    tried.add(channelId);
  };
  const questions = throttle(QUESTIONS, clock, () => {
    for (const channelId of tried) {
      if (changing.has(channelId)) continue;
      tried.delete(channelId);
      changing.add(channelId);
      void ask(channelId)
        .catch((error: unknown) => options.log.warn({ err: error, channelId }, 'a website could not be noted'))
        .finally(() => {
          changing.delete(channelId);
          if (tried.has(channelId)) questions.soon();
        });
    }
  });

  return {
    /**
     * Decides whether the window may be shown where a request comes from: on a page of our own or on this computer,
     * without a browser, and on websites that the owner has confirmed. They are asked about others.
     */
    admit: ({ id, site }: ChannelRecord, { headers: { origin, host: ownHost }, clientAddress }: Asking): boolean => {
      if (site === undefined) return false;
      const host = origin === undefined ? undefined : hostOf(origin);
      if (origin !== undefined && host === undefined) return false;
      const isOwn = host === undefined || host === ownHost?.toLowerCase() || host === hostOf(options.ownAddress());
      if (isOwn) return true;
      if (isHere(host) || isOneOf(site.sites, host)) {
        note(id, host, site);
        return true;
      }
      const counting = tries.get(id) ?? createTries(clock);
      tries.set(id, counting);
      if (counting.add(host, clientAddress) && websiteStateOf(site, host) === 'unknown') {
        tried.add(id);
        questions.soon();
      }
      return false;
    },
    /** another node has seen the window there, the latest first */
    seenElsewhere: (channelId: string, others: readonly ReturnType<typeof listOf>[number][]): void => {
      const both = [...listOf(channelId), ...others].toSorted((a, b) => a.at - b.at);
      seen.set(channelId, new Map(both.map(({ host, at }) => [host, at])));
    },
    /** the latest first */
    seen: listOf,
    stop: (): void => questions.stop(),
  };
}

/** Recognizes pages on this computer, where developers try things out. */
function isHere(host: string): boolean {
  return isLoopback(host.replace(/:\d+$/, ''));
}

function isOneOf(hosts: readonly string[], host: string): boolean {
  return hosts.some((site) => isSameSite(site, host));
}

function hostOf(origin: string): string | undefined {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return undefined;
  return siteHost.safeParse(new URL(origin).host).data;
}
