import { i18n } from '#renderer/language/i18n.ts';

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
    name: i18n.t(`connection:tunnelFacts.${kind}.name`),
    about: i18n.t(`connection:tunnelFacts.${kind}.about`),
    cost: i18n.t(`connection:tunnelFacts.${kind}.cost`),
    address: i18n.t(`connection:tunnelFacts.${kind}.address`),
    account: i18n.t(`connection:tunnelFacts.${kind}.account`),
    limits: i18n.t(`connection:tunnelFacts.${kind}.limits`),
    needs: i18n.t(`connection:tunnelFacts.${kind}.needs`),
    privacy: i18n.t(`connection:tunnelFacts.${kind}.privacy`),
  };
}
