import type { i18n as I18n } from 'i18next';
import type Resources from './resources.d.ts';

/** What the engine says: namespaces whose keys are its codes. */
type EngineResources = Pick<Resources, 'errors' | 'fieldRules' | 'findings'>;

type Holes<Text> = Text extends `${string}{{${infer Hole}}}${infer Rest}` ? Hole | Holes<Rest> : never;
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** Each text as its code and its holes; the forms of a plural have one code. */
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

/** Of others, such as a bot's server or the operating system: its words stand in no catalogue. */
type WordsOfOthers = [code: 'words', holes: 'words'];

/** What the engine says, by its key in the catalogues: `errors:refusals.no.chat`. */
export type PhraseCode = (EngineText | WordsOfOthers)[0];

type HolesOf<Code extends PhraseCode> = Extract<EngineText | WordsOfOthers, [Code, unknown]>[1];

/** What fills a hole. A number stands there as it is, but for `count`, which also chooses the form of a plural. */
type PhraseParam = string | number | Phrase;
type PhraseParams<Code extends PhraseCode> = {
  readonly [Hole in HolesOf<Code>]: Hole extends 'count' ? number : PhraseParam;
};

/** What the engine says, before it is put into words: in a person's language where they read it, in English for programs and logs. */
export interface Phrase {
  readonly code: PhraseCode;
  readonly params?: Readonly<Record<string, PhraseParam>> | undefined;
}

/** The holes that have to be filled are those of the English text. */
export function phrase<Code extends PhraseCode>(
  code: Code,
  ...[params]: [HolesOf<Code>] extends [never] ? [] : [params: PhraseParams<Code>]
): Phrase {
  return params === undefined ? { code } : { code, params };
}

type NameOf<Code, Part extends string> = Code extends `findings:${infer Name}.${Part}` ? Name : never;
/** What can go wrong: of each there is a text, and what to do about it. */
type ProblemName = NameOf<PhraseCode, 'text'> & NameOf<PhraseCode, 'todo'>;
type ProblemCode<Name extends ProblemName> = `findings:${Name}.text` | `findings:${Name}.todo`;

/** What is wrong and the one thing to do about it: `findings:<name>.text` and `findings:<name>.todo`. */
export function problemOf<Name extends ProblemName>(
  name: Name,
  ...[params]: [HolesOf<ProblemCode<Name>>] extends [never]
    ? []
    : [params: { readonly [Hole in HolesOf<ProblemCode<Name>>]: Hole extends 'count' ? number : PhraseParam }]
): { readonly what: Phrase; readonly todo: Phrase } {
  const filled = params === undefined ? {} : { params };
  return { what: { code: `findings:${name}.text`, ...filled }, todo: { code: `findings:${name}.todo`, ...filled } };
}

/** Words of others, which stay as they are in every language. */
export function wordsOfOthers(words: string): Phrase {
  return { code: 'words', params: { words } };
}

/** Former codes of texts that are stored, with what they are called now: what was removed or renamed is still read. */
export const FORMER_CODES: Readonly<Record<string, PhraseCode>> = {};

/** Puts phrases into the words of the language that `i18n` speaks; of a code that it does not know, it says so. */
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
