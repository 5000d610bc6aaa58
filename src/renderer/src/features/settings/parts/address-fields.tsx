import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { z } from 'zod';
import { RowField, named } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { withHttps } from '#shared/domain/addresses.ts';
import { endpointProblem } from '#shared/domain/endpoint.ts';
import type { Form } from '#renderer/components/forms.tsx';
import { saveField, useSavedText } from '#renderer/components/saved-fields.tsx';
import { TextField, type TypedText } from '#renderer/components/text-field.tsx';

/** An external address as typed; empty: none. */
const typedAddress = z.object({
  endpoint: z.string().trim().overwrite(withHttps).max(2048),
  allowPlainHttp: z.boolean(),
});
type TypedAddress = z.infer<typeof typedAddress>;

/** Use of an address: for a channel's replies, or a bot's events. */
type AddressOf = 'channel' | 'bot';

/** Explains why an address is invalid. A channel can be without one until it is connected. */
export function addressProblem(of: AddressOf, typed: string, allowPlainHttp: boolean): string | undefined {
  const address = withHttps(typed.trim());
  if (address === '') return of === 'bot' ? i18n.t('channels:bots.endpointNeeded') : undefined;
  const problem = endpointProblem(address, allowPlainHttp);
  if (problem === undefined) return undefined;
  return of === 'bot' ? i18n.t(`channels:bots.endpointProblem.${problem}`) : i18n.t(`channels:endpoint.${problem}`);
}

/** A form with an address, which is validated together with its switch, and regardless of other fields. */
export function addressForm<Fields extends z.ZodRawShape>(of: AddressOf, fields: Fields) {
  const problemOf = (form: unknown): string | undefined => {
    const { data } = typedAddress.safeParse(form);
    return data && addressProblem(of, data.endpoint, data.allowPlainHttp);
  };
  return typedAddress.extend(fields).refine((form) => problemOf(form) === undefined, {
    path: ['endpoint'],
    when: ({ value }) => typedAddress.safeParse(value).success,
    error: ({ input }) => problemOf(input),
  });
}

interface AddressFieldsProps {
  readonly of: AddressOf;
  /** left out: the usual one */
  readonly hint?: string;
  readonly saved: { readonly endpoint: string | null; readonly allowPlainHttp: boolean };
  readonly save: (address: { readonly endpoint: string | null; readonly allowPlainHttp: boolean }) => Promise<unknown>;
}

/** An external address and its switch for plain HTTP, saved on blur. */
export function AddressFields({ of, hint, saved, save }: AddressFieldsProps) {
  const { t } = useTranslation('channels');
  // The switch was set before the address required it.
  const [switched, setSwitched] = useState<boolean>();
  const allowed = switched ?? saved.allowPlainHttp;
  const former = { endpoint: saved.endpoint ?? '', allowPlainHttp: saved.allowPlainHttp };
  const put = ({ endpoint, allowPlainHttp }: TypedAddress) => save({ endpoint: endpoint || null, allowPlainHttp });
  const typed = useSavedText({
    field: 'endpoint',
    label: addressTexts(of).label,
    saved: former.endpoint,
    rule: typedAddress.shape.endpoint.superRefine((endpoint, context) => {
      const problem = addressProblem(of, endpoint, allowed);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    }),
    save: (endpoint) => put({ endpoint, allowPlainHttp: allowed }),
  });
  const allow = async (allowPlainHttp: boolean): Promise<void> => {
    setSwitched(allowPlainHttp);
    if (addressProblem(of, typed.value, allowPlainHttp) !== undefined) return;
    const value = { endpoint: withHttps(typed.value.trim()), allowPlainHttp };
    await saveField({ field: 'endpoint', label: t('allowPlainHttp'), saved: former, value, save: put });
    setSwitched(undefined);
  };
  const error = typed.error ?? (switched === undefined ? undefined : addressProblem(of, typed.value, switched));
  return (
    <Address of={of} hint={hint} typed={{ ...typed, error }} allowed={allowed} onAllow={(value) => void allow(value)} />
  );
}

interface FormAddressProps {
  readonly of: AddressOf;
  readonly form: Form<TypedAddress>;
}

/** The same in a form that is sent as a whole. */
export function FormAddress({ of, form: { values, change, text } }: FormAddressProps) {
  return (
    <Address
      of={of}
      typed={text('endpoint')}
      allowed={values.allowPlainHttp}
      onAllow={(allowPlainHttp) => change({ allowPlainHttp })}
    />
  );
}

interface AddressProps {
  readonly of: AddressOf;
  readonly hint?: string | undefined;
  readonly typed: TypedText;
  readonly allowed: boolean;
  readonly onAllow: (allowed: boolean) => void;
}

/** The switch is shown if the address needs it, and while it is on. */
function Address({ of, hint, typed, allowed, onAllow }: AddressProps) {
  const { t } = useTranslation('channels');
  const { allowHint, allowWarning, ...line } = addressTexts(of);
  return (
    <>
      <TextField {...line} {...(hint !== undefined && { hint })} typed={typed} inputMode="url" spellCheck={false} />
      {(allowed || isUnencrypted(typed.value)) && (
        <RowField label={t('allowPlainHttp')} hint={allowHint} warning={allowed ? allowWarning : undefined}>
          <Switch checked={allowed} onCheckedChange={onAllow} />
        </RowField>
      )}
    </>
  );
}

function addressTexts(of: AddressOf) {
  if (of === 'bot')
    return {
      ...named('channels:bots.endpoint'),
      placeholder: i18n.t('channels:bots.endpointPlaceholder'),
      allowHint: i18n.t('channels:bots.allowPlainHttpHint'),
      allowWarning: i18n.t('channels:bots.allowPlainHttpWarning'),
    };
  return {
    label: i18n.t('channels:endpoint.text'),
    hint: i18n.t('channels:endpointHint'),
    placeholder: 'https://shop.example/chat-replies',
    allowHint: i18n.t('channels:allowPlainHttpHint'),
    allowWarning: i18n.t('channels:allowPlainHttpWarning'),
  };
}

/** True if requests to this address travel unencrypted to another computer. */
export function isUnencrypted(typed: string): boolean {
  return endpointProblem(typed.trim(), false) === 'needs_https';
}
