import { addressBelow } from '#shared/domain/endpoint.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';

/** Stands where the token would: a command that is shown around must not carry it. */
const TOKEN = '<token>';
// Signs that stay as they are in an address, to be found there again.
const PLACE = 'token-is-put-here';

/** A word as a POSIX shell takes it literally. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command that posts an event once more; `address` ends with the masked token. */
export function curlCommand(address: string, body: string): string {
  return [
    `curl -X POST ${shellQuoted(address)}`,
    `-H 'content-type: application/json'`,
    `--data-raw ${shellQuoted(body)}`,
  ].join(' \\\n  ');
}

/** Where events to a bot's provider are posted, token masked; undefined where the built-in test bot takes them. */
export function providerAddress(bot: Pick<Bot, 'endpoint'>): string | undefined {
  return bot.endpoint === null || !URL.canParse(bot.endpoint)
    ? undefined
    : addressBelow(bot.endpoint, PLACE).replace(PLACE, TOKEN);
}

/** Where a bot's provider posts its events, token masked; `base` is the listener's address as the world knows it. */
export function serviceAddress(bot: Pick<Bot, 'providerId'>, base: string): string {
  return `${withoutSlashes(base)}/webhooks/${bot.providerId}/${TOKEN}`;
}
