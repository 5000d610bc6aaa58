import { computerSays } from './en/computer-says.ts';
import { fieldRules } from './en/field-rules.ts';
import { findings } from './en/findings.ts';
import { journalNotes } from './en/journal-notes.ts';
import { reachProblems } from './en/reach-problems.ts';
import { refusals } from './en/refusals.ts';

/** All that the engine says to people, by subject: in English here, and known again where it is shown. */
export const ENGINE_WORDS = { refusals, fieldRules, reachProblems, findings, journalNotes, computerSays } as const;
