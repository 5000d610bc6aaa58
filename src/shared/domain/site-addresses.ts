import { withoutSlashes } from './addresses.ts';
import type { Channel } from './entities.ts';

type Addressed = Pick<Channel, 'publicId' | 'box'>;

/** The address of a channel's script; `base`: the public address, without a trailing slash, if no website has its letterbox. */
export function scriptAddress(base: string, { publicId, box }: Addressed): string {
  return box === undefined ? `${base}/site/${encodeURIComponent(publicId)}.js` : `${withoutSlashes(box.url)}/loader.js`;
}

/** The line that puts the window on a page. */
export function scriptLine(base: string, channel: Addressed): string {
  const address = scriptAddress(base, channel).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<script async src="${address}"></script>`;
}

/** The address of a channel's chat page. */
export function chatPageAddress(base: string, { publicId, box }: Addressed): string {
  return box === undefined ? `${base}/chat/${encodeURIComponent(publicId)}` : `${withoutSlashes(box.url)}/`;
}

/** Path at which the engine makes the WordPress plugin of a channel. */
export function pluginAddress({ id }: Pick<Channel, 'id'>): string {
  return `/media/site/${encodeURIComponent(id)}/wordpress.zip`;
}

/** Path at which the engine makes the folder that is uploaded to the website, as a zip. */
export function letterboxZipAddress({ id }: Pick<Channel, 'id'>): string {
  return `/media/site/${encodeURIComponent(id)}/letterbox.zip`;
}

/** True if a website may show the window: without one it is shown on the chat page and on this computer only. */
export function hasWebsite({ site }: Pick<Channel, 'site'>): boolean {
  return site !== undefined && site.sites.length > 0;
}

/** Websites with and without `www.` are one. */
export function isSameSite(a: string, b: string): boolean {
  return siteName(a) === siteName(b);
}

/** Host without the `www.` that may differ. */
export function siteName(host: string): string {
  return host.replace(/^www\./, '');
}
