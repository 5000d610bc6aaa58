import { useTranslation } from 'react-i18next';
import { useRef, useState, type KeyboardEvent } from 'react';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { Field, Input, Textarea } from '#renderer/components/field.tsx';
import { errorNotifier, notify, undoAction } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useTags } from '#renderer/rpc/use-directory.ts';
import { TagField } from '#renderer/components/tags.tsx';
import { contactFields, type ContactField } from '#shared/domain/contact-fields.ts';
import type { Contact } from '#shared/contract/contacts.ts';

interface ContactFieldInputProps {
  readonly customerId: string;
  readonly field: ContactField;
  readonly value: string | undefined;
  /** the website has signed it: it is not only what the customer says */
  readonly isProven?: boolean | undefined;
  /** only the customer says so, though it looks like more */
  readonly isUnverified?: boolean;
}

/** A contact field, edited in place: Enter or blur saves, Escape reverts. */
export function ContactFieldInput({ customerId, field, value = '', isProven, isUnverified }: ContactFieldInputProps) {
  const { t } = useTranslation('inbox');
  const name = t(`contact.fields.${field}`);
  const [written, setWritten] = useState<string>();
  const givenUp = useRef(false);
  const update = useRouteMutation('customers.update');

  const save = (): void => {
    const text = written?.trim();
    if (givenUp.current || text === undefined || text === value) {
      givenUp.current = false;
      setWritten(undefined);
      return;
    }
    update.mutate(
      { customerId, [field]: text },
      {
        onSuccess: () => setWritten(undefined),
        onError: errorNotifier(t('contact.notSaved')),
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.stopPropagation();
    givenUp.current = event.key === 'Escape';
    event.currentTarget.blur();
  };

  const input = (
    <Field
      label={
        isProven
          ? t('contact.confirmed', { field: name })
          : isUnverified
            ? t('contact.unverified', { field: name })
            : name
      }
      className="gap-0 [&>label]:text-meta [&>label]:font-normal [&>label]:text-ink-quiet"
    >
      <Input
        value={written ?? value}
        title={value === '' ? undefined : value}
        placeholder={t('contact.add')}
        inputMode={contactFields[field].inputMode}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        onChange={(event) => setWritten(event.target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
        className="-mx-2 w-[calc(100%+16px)] border-transparent bg-transparent px-[7px] text-ellipsis match-parent hover:border-edge focus:bg-raised"
      />
    </Field>
  );
  if (field === 'name' || value === '') return input;
  return (
    <div className="flex items-end gap-1 [&>:first-child]:min-w-0 [&>:first-child]:flex-1">
      {input}
      <CopyButton
        text={value}
        label={t('contact.copy', { field: t(`contact.fields.${field}`) })}
        caption=""
        variant="quiet"
        className="w-(--control) gap-0 overflow-hidden px-0 text-[0] text-ink-quiet"
      />
    </div>
  );
}

const quietLabel = 'gap-1 [&>label]:text-meta [&>label]:font-normal [&>label]:text-ink-quiet';

/** Operators' notes about a person; saved on blur. */
export function ContactNotes({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation('inbox');
  const [written, setWritten] = useState<string>();
  const update = useRouteMutation('contacts.update', 'contacts.get');
  const save = (notes: string, onSaved: () => void): void =>
    update.mutate(
      { customerId: contact.id, notes },
      { onSuccess: onSaved, onError: errorNotifier(t('contact.card.notesNotSaved')) },
    );
  const leave = (): void => {
    const before = contact.notes;
    if (written === undefined || written.trim() === before) return setWritten(undefined);
    save(written.trim(), () => {
      setWritten(undefined);
      notify(t('contact.card.notesSaved'), {
        id: `notes-${contact.id}`,
        action: undoAction(() => save(before, () => undefined)),
      });
    });
  };
  return (
    <Field label={t('contact.card.notes')} className={quietLabel}>
      <Textarea
        isProse
        rows={3}
        value={written ?? contact.notes}
        placeholder={t('contact.card.notesPlaceholder')}
        onValueChange={setWritten}
        onBlur={leave}
        className="field-sizing-content max-h-64 min-h-16 resize-none"
      />
    </Field>
  );
}

/** A contact's tags, for filtering; saved at once, shown optimistically. */
export function ContactTags({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const known = useTags().data;
  const update = useRouteMutation('contacts.update', 'contacts.get');
  const pending = update.isPending ? update.variables.tags : undefined;
  const change = (tags: readonly string[]): void =>
    update.mutate({ customerId: contact.id, tags: [...tags] }, { onError: errorNotifier(t('tags.notSaved')) });
  return (
    <TagField
      tags={pending ?? contact.tags}
      known={(known ?? []).map(({ name }) => name)}
      onChange={change}
      label={t('tags.ofContact')}
    />
  );
}
