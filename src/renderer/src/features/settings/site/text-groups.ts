import { countedKey, holesIn, type TextsByKey } from '#shared/domain/site-texts.ts';

/** Where in the window a text is; by the first part of its key. */
const groups = {
  first: ['title', 'greeting', 'away', 'button'],
  header: ['states', 'more', 'sound', 'save', 'transcript', 'end', 'endQuestion', 'keep', 'ended', 'close'],
  writing: ['placeholder', 'field', 'send', 'emoji', 'answers'],
  messages: [
    ...['typing', 'someoneTyping', 'you', 'sending', 'sent', 'unsent', 'cancel', 'tryAgain', 'remove'],
    ...['unread', 'newMessages', 'newest', 'earlier', 'today', 'yesterday', 'log'],
  ],
  files: ['attach', 'camera', 'drop', 'uploading', 'record', 'recording', 'discard', 'download', 'kinds', 'showOnMap'],
  rating: ['rating'],
  ask: ['ask'],
  problems: ['offlineHint', 'memoryOnly', 'noMicrophone', 'refused'],
} as const;
export type TextGroup = keyof typeof groups;

/** A text of the window in the language that is edited. */
export interface ShownText {
  readonly key: string;
  readonly group: TextGroup;
  /** what stands there if the owner changes nothing */
  readonly usual: string;
  /** the same in the reader's language */
  readonly label: string;
  /** of a text with a count: numbers that it is shown for */
  readonly examples: readonly number[] | undefined;
}

/** The texts in the order of the screen; left out are forms of a count that are never needed. */
export function shownTexts(words: TextsByKey, labels: TextsByKey, language: string): readonly ShownText[] {
  const texts = Object.keys(words).flatMap((key): ShownText[] => {
    const counted = countedKey(key);
    const [first = ''] = (counted?.stem ?? key).split('.');
    const found = Object.entries(groups).find(([, names]) => (names as readonly string[]).includes(first));
    const examples = counted && countsOf(counted.form, language);
    if (found === undefined || examples?.length === 0) return [];
    const label = labels[key] ?? (counted && labels[`${counted.stem}_other`]) ?? words[key] ?? '';
    return [{ key, group: found[0] as TextGroup, usual: words[key] ?? '', label, examples }];
  });
  const order: readonly string[] = Object.values(groups).flat();
  const place = ({ key }: ShownText): number => order.findIndex((name) => new RegExp(`^${name}(?:$|[._])`).test(key));
  return texts.toSorted((one, other) => place(one) - place(other));
}

const EXAMPLES = 3;

/** The smallest counts that a language uses a form for. */
function countsOf(form: Intl.LDMLPluralRule, language: string): readonly number[] {
  const rules = new Intl.PluralRules(language);
  return Array.from({ length: 100 }, (_, at) => at + 1)
    .filter((count) => rules.select(count) === form)
    .slice(0, EXAMPLES);
}

/** The same in words: `2, 3, 4…`, or `1.` if there are no more. */
export function countWords(counts: readonly number[]): string {
  return counts.join(', ') + (counts.length < EXAMPLES ? '.' : '…');
}

/** What stands in a text's placeholders in the preview. */
export function sampleValues(shop: string, words: TextsByKey, examples: readonly number[] = []): TextsByKey {
  const count = examples.at(-1) ?? 3;
  return { name: 'Anna', shop, size: '10 MB', rate: '4', word: words['rating.rates.4'] ?? '', count: String(count) };
}

/** A text with its placeholders filled. */
export function filledText(text: string, values: TextsByKey): string {
  return holesIn(text).reduce((filled, hole) => filled.replaceAll(hole, values[hole.slice(2, -2)] ?? hole), text);
}

/** Whether a text is one that an owner searches for, by what stands there or by its name in their language. */
export function fits({ label, usual }: ShownText, own: string, query: string): boolean {
  const wanted = query.trim().toLocaleLowerCase();
  return [label, usual, own].some((text) => text.toLocaleLowerCase().includes(wanted));
}
