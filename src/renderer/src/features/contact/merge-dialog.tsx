import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Field } from '#renderer/components/field.tsx';
import { sayTrouble, sayWithUndo } from '#renderer/components/toaster.tsx';
import { useContactChanges } from '#renderer/rpc/use-contacts.ts';
import type { Contact, Keep } from '#shared/contract/contacts.ts';
import { FindContact } from './find-contact.tsx';
import { ContactPreview } from './contact-preview.tsx';

const FIELDS = ['name', 'phone', 'email'] as const;

interface MergeDialogProps {
  readonly contact: Contact;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Finds another contact, shows both, and makes them one. */
export function MergeDialog({ contact, open, onOpenChange }: MergeDialogProps) {
  const { t } = useTranslation(['contact', 'common']);
  const [other, setOther] = useState<Contact>();
  const [chosen, setChosen] = useState<Partial<Keep>>({});
  const { merge, separate } = useContactChanges();
  const leave = (isOpen: boolean): void => {
    if (!isOpen) setOther(undefined);
    onOpenChange(isOpen);
  };
  const choose = (found: Contact | undefined): void => {
    setOther(found);
    setChosen({});
  };
  const takeBack = (mergedId: string): void =>
    separate.mutate(mergedId, { onError: (error) => sayTrouble(t('card.notSeparated'), error.message) });
  const mergeThem = (found: Contact): void =>
    merge.mutate(
      { customerId: contact.id, otherId: found.id, keep: { ...keepOf(contact, found), ...chosen } },
      {
        onSuccess: ({ mergedId }) => {
          leave(false);
          sayWithUndo(
            t('card.merged', { name: contact.name ?? t('card.visitor'), other: found.name ?? t('card.visitor') }),
            {
              onUndo: () => takeBack(mergedId),
            },
          );
        },
        onError: (error) => sayTrouble(t('card.notMerged'), error.message),
      },
    );
  const footer =
    other === undefined ? (
      <DialogClose render={<Button>{t('common:cancel')}</Button>} />
    ) : (
      <>
        <Button onClick={() => choose(undefined)}>{t('card.back')}</Button>
        <Button variant="primary" pending={merge.isPending} onClick={() => mergeThem(other)}>
          {t('card.mergeConfirm')}
        </Button>
      </>
    );
  return (
    <Dialog
      open={open}
      onOpenChange={leave}
      title={t('card.mergeTitle')}
      description={t('card.mergeLead')}
      footer={footer}
      className="w-[min(560px,calc(100vw-32px))]"
    >
      {other === undefined ? (
        <FindContact customerId={contact.id} onChoose={choose} />
      ) : (
        <Both
          contact={contact}
          other={other}
          keep={{ ...keepOf(contact, other), ...chosen }}
          onKeep={(kept) => setChosen({ ...chosen, ...kept })}
        />
      )}
    </Dialog>
  );
}

/** What is there stays; where both have something, that of this contact. */
function keepOf(contact: Contact, other: Contact): Keep {
  const whose = (field: (typeof FIELDS)[number]) =>
    contact[field] === undefined && other[field] !== undefined ? 'other' : 'into';
  return { name: whose('name'), phone: whose('phone'), email: whose('email') };
}

interface BothProps {
  readonly contact: Contact;
  readonly other: Contact;
  readonly keep: Keep;
  readonly onKeep: (kept: Partial<Keep>) => void;
}

/** The two side by side, and a choice for each field where they differ. */
function Both({ contact, other, keep, onKeep }: BothProps) {
  const { t } = useTranslation('contact');
  const differing = FIELDS.filter(
    (field) => contact[field] !== undefined && other[field] !== undefined && contact[field] !== other[field],
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <ContactPreview title={t('card.thisContact')} contact={contact} />
        <ContactPreview title={t('card.otherContact')} contact={other} />
      </div>
      {differing.length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-3 text-ui font-medium">{t('card.choose')}</legend>
          {differing.map((field) => (
            <Field key={field} label={t(`card.${field}`)}>
              <Select
                value={keep[field]}
                choices={[
                  { value: 'into', label: contact[field] ?? '' },
                  { value: 'other', label: other[field] ?? '' },
                ]}
                onValueChange={(whose) => onKeep({ [field]: whose })}
                className="w-full"
              />
            </Field>
          ))}
        </fieldset>
      )}
      <p className="text-ui text-ink-quiet">{t('card.notesJoined')}</p>
    </div>
  );
}
