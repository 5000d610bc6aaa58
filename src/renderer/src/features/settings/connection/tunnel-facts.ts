import { tunnelFacts } from '#shared/words/en/tunnel-facts.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('tunnelFacts', tunnelFacts);

/** What a kind of tunnel asks for and keeps: sentences for people who choose between them. */
export interface TunnelFacts {
  readonly name: string;
  /** what it is, in one sentence */
  readonly about: string;
  readonly cost: string;
  /** whether the address stays the same */
  readonly address: string;
  readonly account: string;
  readonly limits: string;
  /** what has to be there before */
  readonly needs: string;
  /** who can read what passes through */
  readonly privacy: string;
}

/** A quick and a named tunnel of Cloudflare differ in all that counts. */
export type TunnelFactsKind = 'ssh' | 'cloudflareQuick' | 'cloudflareNamed' | 'ngrok';

/** As their providers said in 2026: prices and limits are theirs to change. */
export function tunnelFactsOf(kind: TunnelFactsKind): TunnelFacts {
  return {
    name: say(`${kind}.name`),
    about: say(`${kind}.about`),
    cost: say(`${kind}.cost`),
    address: say(`${kind}.address`),
    account: say(`${kind}.account`),
    limits: say(`${kind}.limits`),
    needs: say(`${kind}.needs`),
    privacy: say(`${kind}.privacy`),
  };
}
