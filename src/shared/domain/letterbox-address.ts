import { withHttps, withoutSlashes } from './addresses.ts';

/** Name of the folder on the website. */
const FOLDER = 'counterbell';
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of a letterbox's folder, as an owner means it who types or pastes the address of their website:
 * `www.x.example/shop/index.html` is `https://www.x.example/shop/counterbell`. What is no address stays as it is.
 */
export function readLetterboxAddress(typed: string): string {
  const text = withHttps(typed.trim().replace(/^(?=(?:localhost|127\.|\[::1\])[^/]*(?:\/|$))/i, 'http://'));
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return typed;
  const { origin, pathname, username, password } = new URL(text);
  if (username !== '' || password !== '') return typed;
  // A page of the website is in the folder that is meant.
  const folder = withoutSlashes(pathname.replace(/\/[^/]+\.(?:php|html?|aspx?)$/i, '/'));
  return `${origin}${folder.endsWith(`/${FOLDER}`) ? folder : `${folder}/${FOLDER}`}`;
}

/** True of an address as `readLetterboxAddress` makes it: it names nobody who signs in. */
export function isLetterboxAddress(url: string): boolean {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return url === `${origin}${pathname}` && pathname.endsWith(`/${FOLDER}`);
}

/** Encrypted, unless it is on this computer: what customers write is in it. */
export function isSafeLetterbox(url: string): boolean {
  return url.startsWith('https:') || isOnThisComputer(url);
}

/** True of a website on this computer, for trying. */
export function isOnThisComputer(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}

/** The website as people name it: `bella-lamps.example`, or `x.example/shop` if it is a part of one. */
export function websiteOf(url: string): string {
  return withoutSlashes(url)
    .replace(/^https?:\/\//, '')
    .replace(new RegExp(`/${FOLDER}$`), '');
}
