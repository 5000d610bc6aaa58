import { ENDPOINT_PHRASES, endpointProblem } from '#shared/domain/endpoint.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { failed, passed, places, skipped, warning, type Check, type Found } from './check.ts';
import { endpointFault } from './endpoint-fault.ts';
import type { CheckParts } from './parts.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Where other bots have their host. */
const BUILT_IN = phrase('findings:findings.bot.builtIn');

/** Whether each working bot takes a test message; it is of a chat that does not exist. */
export function botChecks({ bots }: Pick<CheckParts, 'bots'>): readonly Check[] {
  return bots.list().map((bot) => ({
    id: `bot.${bot.id}`,
    title: phrase('findings:findings.bot.title', { name: bot.name }),
    deadline: 15_000,
    look: () => look(bots, bot),
  }));
}

/** Whether a token is used twice, so that its bots cannot be told apart. */
export function tokenCheck({ bots }: Pick<CheckParts, 'bots'>): Check {
  return {
    id: 'tokens',
    title: phrase('findings:findings.tokens.title'),
    deadline: 5000,
    look: async () => {
      const all = bots.list();
      if (all.length === 0) return skipped(phrase('findings:findings.tokens.none'));
      const names = all.filter(({ conflictsWith }) => conflictsWith.length > 0).map(({ name }) => `“${name}”`);
      if (names.length === 0) return passed(phrase('findings:findings.tokens.passed', { count: all.length }));
      return failed(
        phrase('findings:findings.tokens.shared.text', { names: names.join(', ') }),
        phrase('findings:findings.tokens.shared.todo'),
        places.bots,
      );
    },
  };
}

async function look(bots: CheckParts['bots'], bot: Bot): Promise<Found> {
  const place = places.bot(bot.id);
  if (bot.state === 'disabled') return skipped(phrase('findings:findings.bot.off'), place);
  if (bot.state === 'token_conflict') return skipped(phrase('findings:findings.bot.conflict'), place);
  const problem = bot.endpoint === null ? undefined : endpointProblem(bot.endpoint, bot.allowPlainHttp);
  if (problem !== undefined)
    return failed(ENDPOINT_PHRASES[problem], phrase('findings:findings.bot.address.todo'), place);
  const host = bot.endpoint === null ? BUILT_IN : new URL(bot.endpoint).host;
  const { ok, took, events, error } = await bots.test(bot.id, undefined);
  if (!ok) return endpointFault(error ?? { kind: 'invalid_answer' }, host, { side: 'bot', place });
  const milliseconds = Math.round(took);
  if (events.length === 0)
    return warning(
      phrase('findings:findings.bot.silent.text', { host, took: milliseconds }),
      phrase('findings:findings.bot.silent.todo'),
      place,
    );
  return passed(phrase('findings:findings.bot.passed.text', { host, took: milliseconds, count: events.length }));
}
