import { assign } from '#shared/words/en/assign.ts';
import { numberWords } from '#renderer/components/amounts.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('assign', assign);

/** What giving a chat to a colleague, and seeing colleagues at it, says. */
export const assignWords = {
  assign: say('assign'),
  title: say('title'),
  lead: say('lead'),
  leadHeld: (holderName: string) => say('leadHeld', { holderName }),
  search: say('search'),
  list: say('list'),
  nothingFits: say('nothingFits'),
  nobodyElse: say('nobodyElse'),
  you: say('you'),
  online: say('online'),
  away: say('away'),
  note: say('note'),
  noteHint: say('noteHint'),
  notePlaceholder: say('notePlaceholder'),
  cancel: say('cancel'),
  confirm: say('confirm'),
  assigned: (operatorName: string) => say('assigned', { operatorName }),
  takenByYou: say('takenByYou'),
  failed: say('failed'),
  notBack: say('notBack'),
  looking: (names: string, count: number) => say('looking', { count, names }),
  typing: (names: string, count: number) => say('typing', { count, names }),
  more: (count: number) => `+${numberWords(count)}`,
} as const;
