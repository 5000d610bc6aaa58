import { appendSegment } from '#shared/domain/endpoint.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';

/** Placeholder of the token: a command that gets shared must not contain it. */
const TOKEN = '<token>';
// Characters that URLs leave unescaped, so that the placeholder can be found again.
const PLACE = 'token-is-put-here';

/** Quotes a word literally for a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A curl command that posts an event again; `address` ends with the masked token. */
export function curlCommand(address: string, body: string): string {
  return [
    `curl -X POST ${shellQuoted(address)}`,
    `-H 'content-type: application/json'`,
    `--data-raw ${shellQuoted(body)}`,
  ].join(' \\\n  ');
}

/** Where events to a bot's provider are posted, token masked; undefined for the built-in test bot. */
export function providerAddress(bot: Pick<Bot, 'endpoint'>): string | undefined {
  return bot.endpoint === null || !URL.canParse(bot.endpoint)
    ? undefined
    : appendSegment(bot.endpoint, PLACE).replace(PLACE, TOKEN);
}

/** Where a bot's provider posts its events, token masked; `base` is the listener's public address. */
export function serviceAddress(bot: Pick<Bot, 'providerId'>, base: string): string {
  return `${withoutSlashes(base)}/webhooks/${bot.providerId}/${TOKEN}`;
}
