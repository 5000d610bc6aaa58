import { useTranslation } from 'react-i18next';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonStyles } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { EmptyState } from '#renderer/components/lists.tsx';
import { Select } from '#renderer/components/select.tsx';
import { SearchInput } from '#renderer/components/field.tsx';
import { notify, undoAction } from '#renderer/components/toaster.tsx';
import { channelPlace } from '#shared/domain/settings-sections.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { FIRST_TEXTS, holesIn, countedKey, type TextsByKey } from '#shared/domain/site-texts.ts';
import { useAction } from '#renderer/components/actions.tsx';
import { FieldsSkeleton, Group, Section } from '../parts/section.tsx';
import { useSite } from './site-settings.ts';
import { WindowPreview } from './window-preview.tsx';
import { WindowText, languageChoices, ownLanguage, useUsualTexts, useWindowTexts } from './window-texts.tsx';

/** Every text of the window, in one of its languages. */
export function AllTexts({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const { site } = useSite(channel);
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState<string>();
  const { language, chooseLanguage, isLoaded, usual, own, shown, type } = useWindowTexts(channel);
  const named = useUsualTexts(ownLanguage());
  if (!isLoaded || named === undefined) return <FieldsSkeleton />;
  const fields = FIRST_TEXTS.map((key): [string, string] => [key, t(`texts.fields.${key}.label`)]);
  const texts = shownTexts(usual, { ...named, ...Object.fromEntries(fields) }, language);
  const found = texts.filter((text) => fits(text, own[text.key] ?? '', query));
  const spotlit = texts.find(({ key }) => key === focused);
  const samples = (text: ShownText) => sampleValues(channel.name, usual, text.examples);
  const hintOf = (text: ShownText): string | undefined => {
    const first = FIRST_TEXTS.find((key) => key === text.key);
    if (first !== undefined) return t(`texts.fields.${first}.hint`);
    const counts = text.examples && countWords(text.examples);
    const holes = holesIn(text.usual).map((hole) => t('texts.hole', { hole, sample: filledText(hole, samples(text)) }));
    return [...(counts === undefined ? [] : [t('texts.counts', { counts })]), ...holes].join(' ') || undefined;
  };
  return (
    <Section
      title={t('texts.all')}
      lead={t('texts.allLead')}
      wide
      action={
        <Link href={channelPlace(channel.id)} className={cn(buttonStyles(), 'no-underline')}>
          {t('texts.back')}
        </Link>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-x-8 gap-y-6 max-[1100px]:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-5">
          <div className="sticky top-0 z-10 -mx-1 flex flex-wrap items-center gap-2 bg-ground px-1 py-2">
            <Select
              label={t('texts.language')}
              value={language}
              choices={languageChoices}
              onValueChange={chooseLanguage}
            />
            <div className="min-w-40 flex-1 max-[560px]:order-last max-[560px]:basis-full">
              <SearchInput ref={search} label={t('texts.search')} value={query} onValueChange={setQuery} />
            </div>
            <ResetAll channel={channel} language={language} onReset={() => search.current?.focus()} />
          </div>
          <p role="status" className="sr-only">
            {query !== '' && t('texts.found', { count: found.length })}
          </p>
          {found.length === 0 && (
            <EmptyState
              title={t('texts.none', { query: query.trim() })}
              action={<Button onClick={() => setQuery('')}>{t('texts.clear')}</Button>}
              className="my-10"
            />
          )}
          <div
            className="flex flex-col gap-6 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0"
            onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-text]')?.dataset['text'])}
          >
            {[...Map.groupBy(found, ({ group }) => group)].map(([group, members]) => (
              <Group key={group} title={t(`texts.groups.${group}`)}>
                {members.map((text) => (
                  <WindowText
                    key={`${language} ${text.key}`}
                    channel={channel}
                    textKey={text.key}
                    language={language}
                    label={text.label}
                    hint={hintOf(text)}
                    usual={text.usual}
                    onTyped={type}
                    isMarked
                  />
                ))}
              </Group>
            ))}
          </div>
        </div>
        <div className="sticky top-4 min-w-0 max-[1100px]:static max-[1100px]:order-first">
          <WindowPreview
            site={site}
            picture={channel.picture}
            text={shown}
            spotlight={spotlit && filledText(shown(spotlit.key), samples(spotlit))}
          />
        </div>
      </div>
    </Section>
  );
}

interface ResetAllProps {
  readonly channel: Channel;
  readonly language: string;
  /** the button is about to go */
  readonly onReset: () => void;
}

function ResetAll({ channel, language, onReset }: ResetAllProps) {
  const { t } = useTranslation('website');
  const { site, changeSite } = useSite(channel);
  const { run, pending } = useAction(t('failed'));
  const own = site.texts[language] ?? {};
  const count = Object.values(own).filter(Boolean).length;
  const save = (texts: typeof own) => changeSite((now) => ({ texts: { ...now.texts, [language]: texts } }));
  const reset = async (): Promise<void> => {
    await save({});
    onReset();
    notify(t('texts.allReset', { count }), { id: 'site.texts', action: undoAction(() => void run(() => save(own))) });
  };
  if (count === 0) return null;
  return (
    <Button pending={pending} onClick={() => void run(reset)}>
      {t('texts.resetAll', { number: count })}
    </Button>
  );
}

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
  problems: ['offlineHint', 'memoryOnly', 'noMicrophone', 'tooLong', 'refused'],
} as const;
type TextGroup = keyof typeof groups;

interface ShownText {
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
function countWords(counts: readonly number[]): string {
  return counts.join(', ') + (counts.length < EXAMPLES ? '.' : '…');
}

/** What stands in a text's placeholders in the preview. */
export function sampleValues(shop: string, words: TextsByKey, examples: readonly number[] = []): TextsByKey {
  const count = examples.at(-1) ?? 3;
  return {
    name: 'Anna',
    shop,
    size: '10 MB',
    length: '25,000',
    most: '20,000',
    rate: '4',
    word: words['rating.rates.4'] ?? '',
    count: String(count),
  };
}

export function filledText(text: string, values: TextsByKey): string {
  return holesIn(text).reduce((filled, hole) => filled.replaceAll(hole, values[hole.slice(2, -2)] ?? hole), text);
}

/** Whether a text is one that an owner searches for, by what stands there or by its name in their language. */
export function fits({ label, usual }: ShownText, own: string, query: string): boolean {
  const wanted = query.trim().toLocaleLowerCase();
  return [label, usual, own].some((text) => text.toLocaleLowerCase().includes(wanted));
}
