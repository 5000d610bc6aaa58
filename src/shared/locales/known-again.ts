import type { i18n as I18n } from 'i18next';
import type { Namespace, Texts } from './i18n.ts';
import { ENGLISH } from './languages.ts';

type Catalogues = Readonly<Partial<Record<Namespace, Texts>>>;

/** A sentence as its catalogue has it: which one, and what fills its holes. */
export interface Known {
  readonly subject: string;
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
}

interface Pattern {
  readonly subject: string;
  readonly key: string;
  /** counts of its own accord: `key_one` without a hole for it */
  readonly isOne: boolean;
  readonly looks: RegExp;
  /** letters that stand fast: of two that fit, the one with more is meant */
  readonly fast: number;
}

const FORM = /_(zero|one|two|few|many|other)$/;
/** No sentence of ours is longer, whatever others put into its holes; looking takes far longer for each letter more. */
const LONGEST = 1000;
const HOLE = /\{\{(\w+)\}\}/;

/**
 * Finds a finished English sentence in its catalogue again. The engine answers programs, logs and other versions in English;
 * only where a person reads it is it said in another language, so a sentence travels and is kept as it is.
 */
export function createKnowing(catalogues: Catalogues): (sentence: string) => Known | undefined {
  const exact = new Map<string, Known>();
  const patterns: Pattern[] = [];
  for (const [subject, words] of Object.entries(catalogues)) {
    for (const [name, text] of flatTexts(words)) {
      const key = name.replace(FORM, '');
      const isOne = name.endsWith('_one');
      if (HOLE.test(text)) patterns.push({ subject, key, isOne, ...patternOf(text) });
      else if (!exact.has(text)) exact.set(text, { subject, key, values: isOne ? { count: 1 } : {} });
    }
  }
  patterns.sort((one, other) => other.fast - one.fast);
  return (sentence) => exact.get(sentence) ?? (sentence.length > LONGEST ? undefined : firstKnown(patterns, sentence));
}

/** Says English sentences of the engine in the language that is spoken; those that are in no catalogue stay as they are. */
export function createRetelling(i18n: I18n, catalogues: Catalogues): (sentence: string) => string {
  const know = createKnowing(catalogues);
  for (const [namespace, texts] of Object.entries(catalogues)) i18n.addResourceBundle(ENGLISH.code, namespace, texts);
  const say = i18n.t as (key: string, values: Known['values']) => string;
  return (sentence) => {
    const known = know(sentence);
    return known === undefined ? sentence : say(`${known.subject}:${known.key}`, known.values);
  };
}

/** Texts with their keys, as `t` takes them. */
export function flatTexts(texts: Texts, before = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text]] : flatTexts(text, `${before}${key}.`),
  );
}

function firstKnown(patterns: readonly Pattern[], sentence: string): Known | undefined {
  for (const { subject, key, isOne, looks } of patterns) {
    const holes = looks.exec(sentence)?.groups;
    if (holes === undefined) continue;
    const count = holes['count'] === undefined ? (isOne ? 1 : undefined) : Number(holes['count']);
    return { subject, key, values: { ...holes, ...(count !== undefined && { count }) } };
  }
  return undefined;
}

function patternOf(text: string): Pick<Pattern, 'looks' | 'fast'> {
  const seen = new Set<string>();
  const parts = text.split(/(\{\{\w+\}\})/).map((part) => {
    const [, hole] = HOLE.exec(part) ?? [];
    if (hole === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    if (seen.has(hole)) return String.raw`\k<${hole}>`;
    seen.add(hole);
    return hole === 'count' ? String.raw`(?<count>\d+)` : `(?<${hole}>.+?)`;
  });
  return { looks: new RegExp(`^${parts.join('')}$`, 's'), fast: text.replaceAll(/\{\{\w+\}\}/g, '').length };
}
