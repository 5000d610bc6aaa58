import '#renderer/language/channels.ts';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { type FieldPathByValue, type Path, useController, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { RowField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { endpointProblem } from '#shared/domain/endpoint.ts';
import { useFormText } from './engine-form.tsx';
import { saveField, useSavedText, TextLine, type TextLineProps } from './saved-field.tsx';

/** An external address as typed. */
export interface TypedAddress {
  readonly endpoint: string;
  readonly allowPlainHttp: boolean;
}

interface PlainHttpTexts {
  /** what the switch allows, and what that means; left out: texts of a reply address */
  readonly allowHint?: string;
  readonly allowWarning?: string;
}

interface AddressTexts extends Pick<TextLineProps, 'label' | 'hint' | 'placeholder'>, PlainHttpTexts {}

interface AddressFieldsProps extends AddressTexts {
  readonly saved: TypedAddress;
  readonly problemOf: (typed: string, allowPlainHttp: boolean) => string | undefined;
  readonly save: (address: TypedAddress) => Promise<unknown>;
}

/** An external address and its switch for plain HTTP, saved on blur. */
export function AddressFields({ saved, problemOf, save, allowHint, allowWarning, ...line }: AddressFieldsProps) {
  const { t } = useTranslation('channels');
  // The switch was set before the address required it.
  const [switched, setSwitched] = useState<boolean>();
  const allowed = switched ?? saved.allowPlainHttp;
  const rule = z
    .string()
    .trim()
    .max(2048)
    .superRefine((typed, context) => {
      const problem = problemOf(typed, allowed);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    });
  const typed = useSavedText({
    field: 'endpoint',
    label: line.label,
    saved: saved.endpoint,
    rule,
    save: (endpoint) => save({ endpoint, allowPlainHttp: allowed }),
  });
  const allow = async (allowPlainHttp: boolean): Promise<void> => {
    setSwitched(allowPlainHttp);
    if (problemOf(typed.value, allowPlainHttp) !== undefined) return;
    const value = { endpoint: typed.value.trim(), allowPlainHttp };
    await saveField({ field: 'endpoint', label: t('allowPlainHttp'), saved, value, save });
    setSwitched(undefined);
  };
  const error = typed.error ?? (switched === undefined ? undefined : problemOf(typed.value, switched));
  return (
    <>
      <TextLine {...line} typed={{ ...typed, error }} inputMode="url" spellCheck={false} />
      <PlainHttpField
        endpoint={typed.value}
        allowed={allowed}
        allowHint={allowHint}
        allowWarning={allowWarning}
        onChange={(value) => void allow(value)}
      />
    </>
  );
}

/** The same in a form that is submitted as a whole. */
export function FormAddress<Fields extends TypedAddress>({
  form: { control, trigger },
  allowHint,
  allowWarning,
  ...line
}: AddressTexts & { readonly form: Pick<UseFormReturn<Fields>, 'control' | 'trigger'> }) {
  const typed = useFormText({ control, name: 'endpoint' as FieldPathByValue<Fields, string> });
  const { field: allowed } = useController({ control, name: 'allowPlainHttp' as FieldPathByValue<Fields, boolean> });
  return (
    <>
      <TextLine {...line} typed={typed} inputMode="url" spellCheck={false} />
      <PlainHttpField
        endpoint={typed.value}
        allowed={allowed.value === true}
        allowHint={allowHint}
        allowWarning={allowWarning}
        onChange={(value) => {
          allowed.onChange(value);
          void trigger('endpoint' as Path<Fields>);
        }}
      />
    </>
  );
}

interface PlainHttpFieldProps extends PlainHttpTexts {
  /** the typed address */
  readonly endpoint: string;
  readonly allowed: boolean;
  readonly onChange: (allowed: boolean) => void;
}

/** The switch for plain HTTP; shown if an address needs it, and while it is on. */
function PlainHttpField({
  endpoint,
  allowed,
  allowHint = i18n.t('channels:allowPlainHttpHint'),
  allowWarning = i18n.t('channels:allowPlainHttpWarning'),
  onChange,
}: PlainHttpFieldProps) {
  const { t } = useTranslation('channels');
  if (!allowed && !isUnencrypted(endpoint)) return null;
  return (
    <RowField label={t('allowPlainHttp')} hint={allowHint} warning={allowed ? allowWarning : undefined}>
      <Switch checked={allowed} onCheckedChange={onChange} />
    </RowField>
  );
}

/** Whether requests to this address travel unencrypted to another computer. */
export function isUnencrypted(typed: string): boolean {
  return endpointProblem(typed.trim(), false) === 'needs_https';
}
