import type { AskedField as Field } from '#shared/domain/site.ts';
import type { ShownStatus, SiteTexts } from '../host.ts';

export type AskedField = Field;
export const ASKED = ['name', 'email', 'phone'] as const satisfies readonly AskedField[];

type Values = Readonly<Partial<Record<AskedField, string>>>;

/** What to ask before the first message; while nobody is there an address for the reply, too. */
export function askedNow(ask: ShownStatus['ask'], isAway: boolean, known: Values): ShownStatus['ask'] {
  const wanted = isAway && ask.email === 'no' ? { ...ask, email: 'optional' as const } : ask;
  const fields = ASKED.map((field) => [field, known[field] === undefined ? wanted[field] : 'no'] as const);
  return Object.fromEntries(fields) as unknown as ShownStatus['ask'];
}

/** What is wrong with what the visitor entered, in words. */
export function problemsOf(ask: ShownStatus['ask'], values: Values, words: SiteTexts['ask']): Values {
  const found = ASKED.flatMap((field) => {
    const value = values[field]?.trim() ?? '';
    if (ask[field] === 'no') return [];
    if (value === '') return ask[field] === 'required' ? [[field, words[`${field}Needed`]]] : [];
    if (field === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value)) return [[field, words.emailWrong]];
    if (field === 'phone' && (value.match(/\d/g)?.length ?? 0) < 5) return [[field, words.phoneWrong]];
    return [];
  });
  return Object.fromEntries(found) as Values;
}

/** What was entered, without blanks; undefined: nothing. */
export function enteredOf(ask: ShownStatus['ask'], values: Values): Values | undefined {
  const entered = ASKED.flatMap((field) => {
    const value = values[field]?.trim() ?? '';
    return ask[field] === 'no' || value === '' ? [] : [[field, value] as const];
  });
  return entered.length === 0 ? undefined : Object.fromEntries(entered);
}
