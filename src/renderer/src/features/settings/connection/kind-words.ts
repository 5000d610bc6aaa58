import type { ConnectionView, TunnelKind } from '#shared/contract/connection.ts';
import { tunnelFactsOf, type TunnelFacts } from './tunnel-facts.ts';

/** What there is to know about a kind of tunnel, as it is set, before choosing it. */
export function factsOf({ settings }: Pick<ConnectionView, 'settings'>, kind: TunnelKind): TunnelFacts {
  if (kind !== 'cloudflare') return tunnelFactsOf(kind);
  return tunnelFactsOf(settings.tunnel.cloudflare.mode === 'quick' ? 'cloudflareQuick' : 'cloudflareNamed');
}
