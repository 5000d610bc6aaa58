import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Field } from '#renderer/components/field.tsx';
import { TagField } from '#renderer/components/tag-field.tsx';
import { Textarea } from '#renderer/components/textarea.tsx';
import { sayTrouble, sayWithUndo } from '#renderer/components/toaster.tsx';
import { useContactChanges } from '#renderer/rpc/use-contacts.ts';
import { useTags } from '#renderer/rpc/use-tags.ts';
import type { Contact } from '#shared/contract/contacts.ts';
import { LONGEST_TAG, MOST_TAGS } from '#shared/domain/tags.ts';

const quietLabel = 'gap-1 [&>label]:text-meta [&>label]:font-normal [&>label]:text-ink-quiet';

/** What operators keep about a person; saved as one leaves it. */
export function ContactNotes({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation('contact');
  const [written, setWritten] = useState<string>();
  const { update } = useContactChanges();
  const save = (notes: string, onSaved: () => void): void =>
    update.mutate(
      { customerId: contact.id, notes },
      { onSuccess: onSaved, onError: (error) => sayTrouble(t('card.notesNotSaved'), error.message) },
    );
  const leave = (): void => {
    const before = contact.notes;
    if (written === undefined || written.trim() === before) return setWritten(undefined);
    save(written.trim(), () => {
      setWritten(undefined);
      sayWithUndo(t('card.notesSaved'), { onUndo: () => save(before, () => undefined) }, { id: `notes-${contact.id}` });
    });
  };
  return (
    <Field label={t('card.notes')} className={quietLabel}>
      <Textarea
        isProse
        rows={3}
        value={written ?? contact.notes}
        placeholder={t('card.notesPlaceholder')}
        onValueChange={setWritten}
        onBlur={leave}
        className="field-sizing-content max-h-64 min-h-16 resize-none"
      />
    </Field>
  );
}

/** What a person is about, to find them by; shown at once, and kept at once. */
export function ContactTags({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const known = useTags().data;
  const { update } = useContactChanges();
  const pending = update.isPending ? update.variables.tags : undefined;
  const change = (tags: readonly string[]): void =>
    update.mutate(
      { customerId: contact.id, tags: [...tags] },
      { onError: (error) => sayTrouble(t('tags.notSaved'), error.message) },
    );
  return (
    <section aria-label={t('tags.ofContact')} className="flex flex-col gap-1">
      <h3 className="text-meta text-ink-quiet">{t('tags.title')}</h3>
      <TagField
        tags={pending ?? contact.tags}
        known={(known ?? []).map(({ name }) => name)}
        onChange={change}
        label={t('tags.ofContact')}
        most={MOST_TAGS}
        longest={LONGEST_TAG}
      />
    </section>
  );
}
