import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { TestSwitches } from '#shared/contract/test-customer.ts';
import { Field, RowField } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { useSwitches } from './use-test-session.ts';

type ErrorAnswer = NonNullable<TestSwitches['answerWithError']>;

/** How the customer's side answers replies: normally, with an error, or not at all. */
export function SwitchControls({ switches }: { readonly switches: TestSwitches }) {
  const { t } = useTranslation('channels');
  const change = useSwitches();
  const shown = { ...switches, ...(change.isPending ? change.variables : {}) };
  return (
    <section className="flex flex-col gap-4 border-t pt-5">
      <div>
        <h3 className="text-ui font-semibold">{t('testCustomer.control.behaviour')}</h3>
        <p className="text-ui text-ink-quiet">{t('testCustomer.control.everyone')}</p>
      </div>
      <RowField label={t('testCustomer.control.error')} hint={t('testCustomer.control.errorHint')}>
        <Switch
          checked={shown.answerWithError !== null}
          onCheckedChange={(on) =>
            change.mutate({
              answerWithError: on
                ? { code: 'customer_gone', message: t('testCustomer.control.defaultError.message') }
                : null,
            })
          }
        />
      </RowField>
      {switches.answerWithError !== null && (
        <ErrorFields
          answer={switches.answerWithError}
          onChange={(answerWithError) => change.mutate({ answerWithError })}
        />
      )}
      <RowField label={t('testCustomer.control.down')} hint={t('testCustomer.control.downHint')}>
        <Switch checked={shown.beDown} onCheckedChange={(beDown) => change.mutate({ beDown })} />
      </RowField>
    </section>
  );
}

function ErrorFields({
  answer,
  onChange,
}: {
  readonly answer: ErrorAnswer;
  readonly onChange: (answer: ErrorAnswer) => void;
}) {
  const { t } = useTranslation('channels');
  const [code, setCode] = useState(answer.code);
  const [message, setMessage] = useState(answer.message);
  const leave = () => {
    if (code !== answer.code || message !== answer.message) onChange({ code, message });
  };
  return (
    <div className="flex flex-col gap-3 border-s-2 border-hairline ps-3">
      <Field label={t('testCustomer.control.code')}>
        <Input
          value={code}
          maxLength={64}
          spellCheck={false}
          onChange={(event) => setCode(event.target.value)}
          onBlur={leave}
        />
      </Field>
      <Field label={t('testCustomer.control.message')}>
        <Input value={message} maxLength={500} onChange={(event) => setMessage(event.target.value)} onBlur={leave} />
      </Field>
    </div>
  );
}
