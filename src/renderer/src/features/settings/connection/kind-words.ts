import type { ConnectionView, TunnelKind } from '#shared/contract/connection.ts';
import { tunnelKinds } from '#shared/words/en/tunnel-kinds.ts';
import { wordsOf } from '#renderer/language/speech.ts';
import { tunnelFactsOf, type TunnelFacts } from './tunnel-facts.ts';

const say = wordsOf('tunnelKinds', tunnelKinds);

interface KindWords {
  readonly title: string;
  /** the title inside a sentence */
  readonly inSentence: string;
}

/** What a kind of tunnel is called where one chooses. */
export const kindWords: Record<TunnelKind, KindWords> = {
  ssh: { title: say('kind.ssh.title'), inSentence: say('kind.ssh.inSentence') },
  cloudflare: { title: say('kind.cloudflare.title'), inSentence: say('kind.cloudflare.inSentence') },
  ngrok: { title: say('kind.ngrok.title'), inSentence: say('kind.ngrok.inSentence') },
};

/** What there is to know about a kind of tunnel, as it is set, before choosing it. */
export function factsOf({ settings }: Pick<ConnectionView, 'settings'>, kind: TunnelKind): TunnelFacts {
  if (kind !== 'cloudflare') return tunnelFactsOf(kind);
  return tunnelFactsOf(settings.tunnel.cloudflare.mode === 'quick' ? 'cloudflareQuick' : 'cloudflareNamed');
}
