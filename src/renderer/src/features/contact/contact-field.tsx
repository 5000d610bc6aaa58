import { useTranslation } from 'react-i18next';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useUpdateCustomer } from '#renderer/rpc/use-customers.ts';

interface ContactFieldProps {
  readonly customerId: string;
  readonly field: 'name' | 'phone' | 'email';
  readonly label: string;
  readonly value: string | undefined;
  readonly inputMode?: 'tel' | 'email' | 'text';
}

/** One contact, changed where it stands: Enter or leaving saves it, Escape takes the change back. */
export function ContactField({ customerId, field, label, value = '', inputMode = 'text' }: ContactFieldProps) {
  const { t } = useTranslation('contact');
  const [written, setWritten] = useState<string>();
  const givenUp = useRef(false);
  const update = useUpdateCustomer();

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
        onError: (error) => sayTrouble(t('notSaved'), error.message),
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.stopPropagation();
    givenUp.current = event.key === 'Escape';
    event.currentTarget.blur();
  };

  return (
    <Field label={label} className="gap-0 [&>label]:text-meta [&>label]:font-normal [&>label]:text-ink-quiet">
      <Input
        value={written ?? value}
        placeholder={t('add')}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        onChange={(event) => setWritten(event.target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
        className="-mx-2 w-[calc(100%+16px)] border-transparent bg-transparent px-[7px] [text-align:match-parent] hover:border-edge focus:bg-raised"
      />
    </Field>
  );
}
