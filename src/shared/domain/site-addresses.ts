import type { Channel } from './entities.ts';

type Addressed = Pick<Channel, 'publicId'>;

/** The address of a channel's script; `base`: the public address, without a trailing slash. */
function scriptAddress(base: string, { publicId }: Addressed): string {
  return `${base}/site/${encodeURIComponent(publicId)}.js`;
}

/** The line that puts the window on a page. */
export function scriptLine(base: string, channel: Addressed): string {
  const address = scriptAddress(base, channel).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<script async src="${address}"></script>`;
}

/** The address of a channel's chat page. */
export function chatPageAddress(base: string, { publicId }: Addressed): string {
  return `${base}/chat/${encodeURIComponent(publicId)}`;
}

/** Path at which the engine makes the WordPress plugin of a channel. */
export function pluginAddress({ id }: Pick<Channel, 'id'>): string {
  return `/media/site/${encodeURIComponent(id)}/wordpress.zip`;
}

/** Websites with and without `www.` are one. */
export function isSameSite(a: string, b: string): boolean {
  return siteName(a) === siteName(b);
}

/** Host without the `www.` that may differ. */
export function siteName(host: string): string {
  return host.replace(/^www\./, '');
}
