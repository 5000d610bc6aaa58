import type { CheckParts } from './parts.ts';

/** PEM of the authority that callers have to know beside the usual ones; undefined: none. */
export async function rootOf(exposure: CheckParts['exposure']): Promise<string | undefined> {
  const { settings, certificate } = exposure.view();
  return settings.way === 'lan' && certificate?.made === true ? (await exposure.authority()).certificate : undefined;
}
