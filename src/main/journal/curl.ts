import type { Exchange } from '#shared/contract/journal.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';
import { MASK } from './masking.ts';
import type { Target } from './replay.ts';

/** Curl makes these itself. */
const MADE_BY_CURL = /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding)$/i;

/** A command that sends a recorded request once more. Without a target it is masked, as it was recorded, below `base` where it has only a path. */
export function curlCommand(
  { method, url, requestHeaders, requestBody }: Exchange,
  base: string,
  target: Target | undefined,
): string {
  const address = target?.address ?? (url.startsWith('/') ? `${withoutSlashes(base)}${url}` : url);
  const headers = requestHeaders.flatMap(([name, value]) => {
    if (MADE_BY_CURL.test(name)) return [];
    const isToken = name.toLowerCase() === 'authorization' && target?.token !== undefined;
    if (isToken) return [[name, `Bearer ${target.token}`] as const];
    return target !== undefined && value.includes(MASK) ? [] : [[name, value] as const];
  });
  return [
    `curl -X ${method} ${shellQuoted(address)}`,
    ...headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(requestBody === undefined ? [] : [`--data-raw ${shellQuoted(requestBody)}`]),
  ].join(' \\\n  ');
}

/** A word as a POSIX shell takes it literally. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
