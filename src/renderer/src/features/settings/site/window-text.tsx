import { RotateCcw } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { IconButton } from '#renderer/components/button.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import type { Channel } from '#shared/domain/entities.ts';
import { siteText } from '#shared/domain/site-texts.ts';
import { saveField, useSavedText } from '../parts/saved-field.tsx';
import { TextArea, TextLine } from '../parts/text-line.tsx';
import { useSite, withText } from './site-settings.ts';

/** Characters from which a text gets more than a line. */
const LONG = 40;

interface WindowTextProps {
  readonly channel: Channel;
  readonly textKey: string;
  readonly language: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** what is shown if the field is empty */
  readonly usual: string;
  readonly onTyped: (key: string, text: string | undefined) => void;
  /** says so if it is changed, and offers the usual text */
  readonly isMarked?: boolean;
}

/** A text of the window in one language; empty: the usual one. */
export const WindowText = memo(function WindowText(props: WindowTextProps) {
  const { channel, textKey, language, label, hint, usual, onTyped, isMarked = false } = props;
  const { t } = useTranslation('website');
  const { site, changeSite } = useSite(channel);
  const row = useRef<HTMLDivElement>(null);
  const setting = {
    field: `site.texts.${language}.${textKey}`,
    label,
    saved: site.texts[language]?.[textKey] ?? '',
    save: (text: string) => changeSite(({ texts }) => ({ texts: withText(texts, language, textKey, text) })),
  };
  const typed = useSavedText({ ...setting, rule: siteText(textKey, language) ?? z.never() });
  const { value } = typed;
  useEffect(() => {
    onTyped(textKey, value);
    return () => onTyped(textKey, undefined);
  }, [onTyped, textKey, value]);
  const reset = (): void => {
    typed.onChange('');
    void saveField({ ...setting, value: '' });
    // The button is about to go.
    row.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  const aside = isMarked && (value !== '' || setting.saved !== '') && (
    <span className="-ms-1 flex shrink-0 items-center gap-1">
      <Chip tone="accent">{t('texts.own')}</Chip>
      <IconButton label={t('texts.reset', { text: label })} icon={<RotateCcw />} onClick={reset} />
    </span>
  );
  const field = { typed, label, hint, placeholder: usual, aside };
  const isLong = textKey === 'greeting' || usual.length > LONG;
  return (
    <div ref={row} data-text={textKey}>
      {isLong ? <TextArea {...field} /> : <TextLine {...field} />}
    </div>
  );
});
