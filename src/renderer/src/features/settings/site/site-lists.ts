import { isSameSite, MOST_SITES, type SiteSettings } from '#shared/domain/site.ts';

type Lists = Pick<SiteSettings, 'sites' | 'otherSites'>;

/** The lists once a website may show the window. */
export function withSite({ sites, otherSites }: Lists, host: string): Lists {
  const isThere = sites.some((other) => isSameSite(other, host));
  return {
    sites: isThere ? sites : [...sites, host].slice(0, MOST_SITES),
    otherSites: otherSites.filter((other) => !isSameSite(other.host, host)),
  };
}

/** The lists once a website may no longer show it. If it is the last one, the next website seen takes its place. */
export function withoutSite({ sites }: Lists, host: string): Pick<Lists, 'sites'> {
  return { sites: sites.filter((other) => other !== host) };
}

/** The lists once the owner has refused a website that tried: it is not asked about again. */
export function withRefused({ otherSites }: Lists, host: string): Pick<Lists, 'otherSites'> {
  return {
    otherSites: otherSites.map((other) => (isSameSite(other.host, host) ? { ...other, refused: true } : other)),
  };
}

/** A website's name from what an owner types or pastes: `https://www.shop.example/cart` is `www.shop.example`. */
export function hostOf(typed: string): string {
  const text = typed.trim();
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text.replace(/\/.*$/, '');
  return URL.canParse(text) ? new URL(text).host : text;
}
