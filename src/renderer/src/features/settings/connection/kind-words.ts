import type { ConnectionView, TunnelKind } from '#shared/contract/connection.ts';
import { TUNNEL_FACTS, type TunnelFacts } from '#shared/domain/tunnel-facts.ts';

interface KindWords {
  readonly title: string;
  /** the title inside a sentence */
  readonly inSentence: string;
}

/** What a kind of tunnel is called where one chooses. */
export const kindWords: Record<TunnelKind, KindWords> = {
  ssh: { title: 'Own server', inSentence: 'the tunnel through your server' },
  cloudflare: { title: 'Cloudflare', inSentence: 'the Cloudflare tunnel' },
  ngrok: { title: 'ngrok', inSentence: 'the ngrok tunnel' },
};

/** What there is to know about a kind of tunnel, as it is set, before choosing it. */
export function factsOf({ settings }: Pick<ConnectionView, 'settings'>, kind: TunnelKind): TunnelFacts {
  if (kind !== 'cloudflare') return TUNNEL_FACTS[kind];
  return settings.tunnel.cloudflare.mode === 'quick' ? TUNNEL_FACTS.cloudflareQuick : TUNNEL_FACTS.cloudflareNamed;
}
