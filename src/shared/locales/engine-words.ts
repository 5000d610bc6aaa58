import errors from './en/errors.json' with { type: 'json' };
import fieldRules from './en/fieldRules.json' with { type: 'json' };
import findings from './en/findings.json' with { type: 'json' };
import journal from './en/journal.json' with { type: 'json' };

/** All that the engine says to people, by namespace: in English here, and known again where it is shown. */
export const ENGINE_WORDS = { errors, fieldRules, findings, journal } as const;
