import { withoutSlashes } from './addresses.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

/** Reason why an address can't be used for replies. */
export type EndpointProblem = 'not_an_address' | 'has_credentials' | 'needs_https';

/** Replies are sent over HTTPS; plain HTTP only to this computer, or if the owner allowed it for development. */
export function endpointProblem(endpoint: string, allowPlainHttp: boolean): EndpointProblem | undefined {
  if (!URL.canParse(endpoint)) return 'not_an_address';
  const url = new URL(endpoint);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not_an_address';
  if (url.username !== '' || url.password !== '') return 'has_credentials';
  return url.protocol === 'https:' || allowPlainHttp || isLoopback(url.hostname) ? undefined : 'needs_https';
}

/** For the owner, who has to correct the address. */
export const ENDPOINT_PHRASES: Record<EndpointProblem, Phrase> = {
  not_an_address: phrase('errors:refusals.endpoint.noAddress'),
  has_credentials: phrase('errors:refusals.endpoint.credentials'),
  needs_https: phrase('errors:refusals.endpoint.needsHttps'),
};

/** `<endpoint>/<CHANNEL_PUBLIC_ID>` (chat channel interface, section 4.3), `<endpoint>/<token>` (bot provider interface, section 4.2); a query string stays at the end. */
export function appendSegment(endpoint: string, lastSegment: string): string {
  const url = new URL(endpoint);
  url.pathname = `${withoutSlashes(url.pathname)}/${encodeURIComponent(lastSegment)}`;
  url.hash = '';
  return url.href;
}

/** True if the address can only mean this computer. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
