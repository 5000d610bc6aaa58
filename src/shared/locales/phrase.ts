import type { i18n as I18n } from 'i18next';
import type Resources from './resources.d.ts';
import { dateText } from './dates.ts';

/** The engine's namespaces, whose keys are its codes. */
type EngineResources = Pick<Resources, 'errors' | 'findings'>;

type ParamNames<Text> = Text extends `${string}{{${infer Param}}}${infer Rest}` ? Param | ParamNames<Rest> : never;
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** Each text's code and params; plural forms share one code. */
type TextsOf<Texts, Before extends string> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Key extends `${infer Stem}_${PluralForm}`
      ? [code: `${Before}${Stem}`, holes: ParamNames<Texts[Key]> | 'count']
      : [code: `${Before}${Key}`, holes: ParamNames<Texts[Key]>]
    : TextsOf<Texts[Key], `${Before}${Key}.`>;
}[keyof Texts & string];
type EngineText = {
  [Namespace in keyof EngineResources]: TextsOf<EngineResources[Namespace], `${Namespace}:`>;
}[keyof EngineResources];

/** Text from others, such as a bot's server or the operating system, which no catalogue contains. */
type ForeignText = [code: 'words', holes: 'words'];

/** The code of a phrase, which is its key in the catalogues: `errors:refusals.no.chat`. */
export type PhraseCode = (EngineText | ForeignText)[0];

type ParamsByCode = { [Text in EngineText | ForeignText as Text[0]]: Text[1] };
type ParamsOf<Code extends PhraseCode> = ParamsByCode[Code];

/** The value of a param. Numbers are inserted as they are, except for `count`, which also selects the plural form. */
type PhraseParam = string | number | Phrase;
type PhraseParams<Code extends PhraseCode> = {
  readonly [Param in ParamsOf<Code>]: Param extends 'count' ? number : PhraseParam;
};

/** A message of the engine before it becomes text: in the reader's language, or in English for programs and logs. */
export interface Phrase {
  readonly code: PhraseCode;
  readonly params?: Readonly<Record<string, PhraseParam>> | undefined;
}

/** The required params are those of the English text. */
export function phrase<Code extends PhraseCode>(
  code: Code,
  ...[params]: [ParamsOf<Code>] extends [never] ? [] : [params: PhraseParams<Code>]
): Phrase {
  return params === undefined ? { code } : { code, params };
}

type NameOf<Code, Part extends string> = Code extends `findings:${infer Name}.${Part}` ? Name : never;
/** Names of the findings, each with a text and what to do about it. */
type ProblemName = Extract<NameOf<PhraseCode, 'text'>, NameOf<PhraseCode, 'todo'>>;
type ProblemCode<Name extends ProblemName> = `findings:${Name}.text` | `findings:${Name}.todo`;

/** A problem and the one thing to do about it: `findings:<name>.text` and `findings:<name>.todo`. */
export function problemOf<Name extends ProblemName>(
  name: Name,
  ...[params]: [ParamsOf<ProblemCode<Name>>] extends [never]
    ? []
    : [params: { readonly [Param in ParamsOf<ProblemCode<Name>>]: Param extends 'count' ? number : PhraseParam }]
): { readonly what: Phrase; readonly todo: Phrase } {
  const fillIn = params === undefined ? {} : { params };
  return { what: { code: `findings:${name}.text`, ...fillIn }, todo: { code: `findings:${name}.todo`, ...fillIn } };
}

/** Text from others, left as it is in every language. */
export function foreignText(words: string): Phrase {
  return { code: 'words', params: { words } };
}

/** Former codes of stored phrases, with their current ones: what was removed or renamed can still be read. */
export const FORMER_CODES: Readonly<Record<string, PhraseCode>> = {};

/** A day as the engine gives it: 2026-11-21. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Formats phrases in the current language of `i18n`, and their days as `locale` writes them, or left as they are for programs; unknown codes are shown as unknown. */
export function createPhraseFormatter(i18n: I18n, locale?: () => string): (phrase: Phrase) => string {
  const say = i18n.t as (code: string, params: Record<string, unknown>) => string;
  const formatPhrase = ({ code: stored, params = {} }: Phrase): string => {
    if (stored === 'words') return String(fillIn('words', params['words'] ?? ''));
    const code = FORMER_CODES[stored] ?? stored;
    const filledIn = Object.fromEntries(Object.entries(params).map(([name, param]) => [name, fillIn(name, param)]));
    return i18n.exists(code, filledIn) ? say(code, filledIn) : i18n.t('errors:unknown');
  };
  const fillIn = (name: string, param: PhraseParam): string | number => {
    if (typeof param === 'object') return formatPhrase(param);
    if (name === 'day' && locale !== undefined && DAY.test(String(param)))
      return dateText('longDayOfYear', Date.parse(String(param)), locale(), 'UTC');
    return name === 'count' ? param : String(param);
  };
  return formatPhrase;
}
