import { MOST_SITES, type SiteSettings, type WebsiteChange, type WebsiteState } from './site.ts';
import { isSameSite } from './site-addresses.ts';

export type WebsiteStep = Omit<WebsiteChange, 'at'> & { readonly at: number };
type Lists = Pick<SiteSettings, 'sites' | 'otherSites'>;
type Other = SiteSettings['otherSites'][number];

/** The websites that the owner has yet to answer for, the oldest question first. */
export function askedWebsites({ sites, otherSites }: Lists): readonly Other[] {
  return otherSites
    .filter(({ host, refused }) => refused !== true && !sites.some((site) => isSameSite(site, host)))
    .toReversed();
}

export function websiteStateOf({ sites, otherSites }: Lists, host: string): WebsiteState {
  if (sites.some((site) => isSameSite(site, host))) return 'allowed';
  const other = otherSites.find((site) => isSameSite(site.host, host));
  if (other === undefined) return 'unknown';
  return other.refused === true ? 'refused' : 'asked';
}

/** The lists after a step: unchanged if it does not apply any more, or there is no room for another website. */
export function withWebsite(lists: Lists, { host, from, to, at }: WebsiteStep): Lists {
  const isMeant = websiteStateOf(lists, host) === from;
  if (!isMeant || from === to || (to === 'allowed' && lists.sites.length >= MOST_SITES))
    return { sites: lists.sites, otherSites: lists.otherSites };
  const known = lists.otherSites.find((other) => isSameSite(other.host, host));
  const others = lists.otherSites.filter((other) => !isSameSite(other.host, host));
  const sites = lists.sites.filter((site) => !isSameSite(site, host));
  switch (to) {
    case 'allowed':
      return { sites: [...sites, host], otherSites: others };
    case 'refused':
      return { sites, otherSites: [{ host, at: known?.at ?? at, refused: true }, ...others] };
    case 'asked':
      return { sites, otherSites: [{ host, at: known?.at ?? at }, ...others] };
    case 'unknown':
      return { sites, otherSites: others };
  }
}
