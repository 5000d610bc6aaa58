import { useTranslation } from 'react-i18next';
import { useRef } from 'react';
import { Field } from '#renderer/components/field.tsx';
import { insertText } from '#renderer/components/insert-text.ts';
import { Textarea } from '#renderer/components/textarea.tsx';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { useMe } from '#renderer/rpc/use-operators.ts';
import { filledPlaceholders, PLACEHOLDERS } from '#shared/domain/placeholders.ts';
import { TextLine, type TypedText } from '../parts/text-line.tsx';

interface ReplyFieldsProps {
  readonly shortcut: TypedText;
  readonly text: TypedText;
  readonly autoFocus?: boolean;
}

/** Shortcut and words of a saved reply, what can be filled in, and how it will look in a chat. */
export function ReplyFields({ shortcut, text, autoFocus = false }: ReplyFieldsProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <TextLine
        typed={shortcut}
        label={t('replies.shortcut')}
        hint={t('replies.shortcutHint')}
        placeholder={t('replies.shortcutPlaceholder')}
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
      />
      <WordsField typed={text} />
    </>
  );
}

function WordsField({ typed }: { readonly typed: TypedText }) {
  const { t } = useTranslation('settings');
  const element = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('replies.text')} error={typed.error}>
        <Textarea
          ref={element}
          value={typed.value}
          onValueChange={typed.onChange}
          onBlur={typed.onLeave}
          rows={4}
          isProse
          placeholder={t('replies.textPlaceholder')}
          className="max-h-72 field-sizing-content min-h-24"
        />
      </Field>
      <p className="flex flex-wrap items-center gap-1.5 text-ui text-ink-quiet">
        {t('replies.placeholders')}
        {PLACEHOLDERS.map((name) => (
          <PlaceholderButton
            key={name}
            label={t(`replies.insert.${name}`)}
            written={`{${name}}`}
            onInsert={(written) => element.current !== null && insertText(element.current, written)}
          />
        ))}
        <span>{t('replies.placeholdersMore')}</span>
      </p>
      <Preview text={typed.value} />
    </div>
  );
}

interface PlaceholderButtonProps {
  readonly label: string;
  readonly written: string;
  readonly onInsert: (written: string) => void;
}

function PlaceholderButton({ label, written, onInsert }: PlaceholderButtonProps) {
  return (
    <button
      type="button"
      title={label}
      // The words keep the focus, so nothing is saved half-way.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onInsert(written)}
      className="rounded-sm border border-edge bg-raised px-1.5 font-mono text-meta leading-5 text-ink transition-colors hover:bg-hover"
    >
      {written}
    </button>
  );
}

function Preview({ text }: { readonly text: string }) {
  const { t } = useTranslation('settings');
  const operator = useMe().data?.name;
  const channel = useChannels().data?.[0]?.name ?? t('replies.previewChannel');
  const filled = filledPlaceholders(text, { customer: t('replies.previewCustomer'), operator, channel }).trim();
  return (
    <div className="flex flex-col gap-1 rounded-card border bg-sunken p-3">
      <p className="text-meta text-ink-quiet">{t('replies.preview')}</p>
      {filled === '' ? (
        <p className="text-ui text-ink-quiet">{t('replies.previewNothing')}</p>
      ) : (
        <p
          dir="auto"
          className="ms-auto max-w-[85%] rounded-bubble bg-accent-tint px-3 py-2 text-message wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]"
        >
          {filled}
        </p>
      )}
    </div>
  );
}
