import type { i18n as I18n } from 'i18next';
import type Resources from './resources.d.ts';

/** The engine's namespaces, whose keys are its codes. */
type EngineResources = Pick<Resources, 'errors' | 'fieldRules' | 'findings'>;

type Holes<Text> = Text extends `${string}{{${infer Hole}}}${infer Rest}` ? Hole | Holes<Rest> : never;
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** Each text's code and params; plural forms share one code. */
type TextsOf<Texts, Before extends string> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Key extends `${infer Stem}_${PluralForm}`
      ? [code: `${Before}${Stem}`, holes: Holes<Texts[Key]> | 'count']
      : [code: `${Before}${Key}`, holes: Holes<Texts[Key]>]
    : TextsOf<Texts[Key], `${Before}${Key}.`>;
}[keyof Texts & string];
type EngineText = {
  [Namespace in keyof EngineResources]: TextsOf<EngineResources[Namespace], `${Namespace}:`>;
}[keyof EngineResources];

/** Text from others, such as a bot's server or the operating system, which no catalogue contains. */
type WordsOfOthers = [code: 'words', holes: 'words'];

/** The code of a phrase, which is its key in the catalogues: `errors:refusals.no.chat`. */
export type PhraseCode = (EngineText | WordsOfOthers)[0];

type HolesOf<Code extends PhraseCode> = Extract<EngineText | WordsOfOthers, [Code, unknown]>[1];

/** The value of a param. Numbers are inserted as they are, except for `count`, which also selects the plural form. */
type PhraseParam = string | number | Phrase;
type PhraseParams<Code extends PhraseCode> = {
  readonly [Hole in HolesOf<Code>]: Hole extends 'count' ? number : PhraseParam;
};

/** A message of the engine before it becomes text: in the reader's language, or in English for programs and logs. */
export interface Phrase {
  readonly code: PhraseCode;
  readonly params?: Readonly<Record<string, PhraseParam>> | undefined;
}

/** The required params are those of the English text. */
export function phrase<Code extends PhraseCode>(
  code: Code,
  ...[params]: [HolesOf<Code>] extends [never] ? [] : [params: PhraseParams<Code>]
): Phrase {
  return params === undefined ? { code } : { code, params };
}

type NameOf<Code, Part extends string> = Code extends `findings:${infer Name}.${Part}` ? Name : never;
/** Names of the findings, each with a text and what to do about it. */
type ProblemName = NameOf<PhraseCode, 'text'> & NameOf<PhraseCode, 'todo'>;
type ProblemCode<Name extends ProblemName> = `findings:${Name}.text` | `findings:${Name}.todo`;

/** A problem and the one thing to do about it: `findings:<name>.text` and `findings:<name>.todo`. */
export function problemOf<Name extends ProblemName>(
  name: Name,
  ...[params]: [HolesOf<ProblemCode<Name>>] extends [never]
    ? []
    : [params: { readonly [Hole in HolesOf<ProblemCode<Name>>]: Hole extends 'count' ? number : PhraseParam }]
): { readonly what: Phrase; readonly todo: Phrase } {
  const filled = params === undefined ? {} : { params };
  return { what: { code: `findings:${name}.text`, ...filled }, todo: { code: `findings:${name}.todo`, ...filled } };
}

/** Text from others, left as it is in every language. */
export function wordsOfOthers(words: string): Phrase {
  return { code: 'words', params: { words } };
}

/** Former codes of stored phrases, with their current ones: what was removed or renamed can still be read. */
export const FORMER_CODES: Readonly<Record<string, PhraseCode>> = {};

/** Formats phrases in the current language of `i18n`; unknown codes are shown as unknown. */
export function createPhraseWords(i18n: I18n): (phrase: Phrase) => string {
  const say = i18n.t as (code: string, params: Record<string, unknown>) => string;
  const phraseWords = ({ code: stored, params = {} }: Phrase): string => {
    if (stored === 'words') return String(filled('words', params['words'] ?? ''));
    const code = FORMER_CODES[stored] ?? stored;
    const filledIn = Object.fromEntries(Object.entries(params).map(([hole, param]) => [hole, filled(hole, param)]));
    return i18n.exists(code, filledIn) ? say(code, filledIn) : i18n.t('errors:unknown');
  };
  const filled = (hole: string, param: PhraseParam): string | number => {
    if (typeof param === 'object') return phraseWords(param);
    return hole === 'count' ? param : String(param);
  };
  return phraseWords;
}
