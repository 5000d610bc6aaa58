import { endpointProblem, endpointProblemWords } from '#shared/domain/endpoint.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { failed, passed, places, skipped, warning, type Check, type Found } from './check.ts';
import { endpointFault } from './endpoint-fault.ts';
import type { CheckParts } from './parts.ts';

/** Where other bots have their host. */
const BUILT_IN = 'The built-in test bot';

/** Whether each working bot takes a test message; it is of a chat that does not exist. */
export function botChecks({ bots }: Pick<CheckParts, 'bots'>): readonly Check[] {
  return bots
    .list()
    .map((bot) => ({ id: `bot.${bot.id}`, title: `Bot “${bot.name}”`, deadline: 15_000, look: () => look(bots, bot) }));
}

/** Whether a token is used twice, so that its bots cannot be told apart. */
export function tokenCheck({ bots }: Pick<CheckParts, 'bots'>): Check {
  return {
    id: 'tokens',
    title: 'Every bot has a token of its own',
    deadline: 5000,
    look: async () => {
      const all = bots.list();
      if (all.length === 0) return skipped('There are no bots');
      const names = all.filter(({ conflictsWith }) => conflictsWith.length > 0).map(({ name }) => `“${name}”`);
      if (names.length === 0)
        return passed(
          all.length === 1 ? `${all.length} bot, a token of its own` : `${all.length} bots, all with different tokens`,
        );
      return failed(
        `${names.join(', ')} share a token: none of them works`,
        'Give each bot a token of its own.',
        places.bots,
      );
    },
  };
}

async function look(bots: CheckParts['bots'], bot: Bot): Promise<Found> {
  const place = places.bot(bot.id);
  if (bot.state === 'disabled') return skipped('It is switched off', place);
  if (bot.state === 'token_conflict') return skipped('Another bot has the same token; look at that first', place);
  const problem = bot.endpoint === null ? undefined : endpointProblem(bot.endpoint, bot.allowPlainHttp);
  if (problem !== undefined) return failed(endpointProblemWords(problem), 'Correct the address of the bot.', place);
  const host = bot.endpoint === null ? BUILT_IN : new URL(bot.endpoint).host;
  const { ok, took, events, error } = await bots.test(bot.id, undefined);
  if (!ok)
    return endpointFault(error ?? { kind: 'invalid_answer' }, host, { expected: 'a status from 200 to 299', place });
  const milliseconds = Math.round(took);
  if (events.length === 0)
    return warning(
      `${host} took the test message “Hello” in ${milliseconds} ms, but sent nothing back`,
      'Check that the bot posts its answers to the service address shown here.',
      place,
    );
  return passed(
    events.length === 1
      ? `${host} took the test message “Hello” in ${milliseconds} ms and sent ${events.length} event back`
      : `${host} took the test message “Hello” in ${milliseconds} ms and sent ${events.length} events back`,
  );
}
