import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { type ChangeEvent, useEffect, useId, useRef, useState, type SyntheticEvent, type ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { routes } from '#shared/contract/routes.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Field, Input, named, RowField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { useChangeDesktop } from '#renderer/rpc/use-desktop.ts';
import { useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useUpdateMe } from '#renderer/rpc/use-directory.ts';
import { z } from 'zod';
import { ExternalLink } from 'lucide-react';
import { useAction } from '#renderer/components/actions.tsx';
import { useForm } from '#renderer/components/forms.tsx';

interface StepProps {
  readonly title: string;
  readonly lead: string;
  readonly onSubmit: () => void;
  readonly onBack?: (() => void) | undefined;
  readonly submitLabel?: ReactNode;
  readonly pending?: boolean;
  readonly children: ReactNode;
}

/** One step: a question, its field and buttons. Enter continues. */
export function Step({
  title,
  lead,
  onSubmit,
  onBack,
  submitLabel = i18n.t('firstRun:next'),
  pending = false,
  children,
}: StepProps) {
  const { t } = useTranslation('firstRun');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  // Enter continues from a step without a field too.
  useEffect(() => {
    if (form.current?.contains(document.activeElement) !== true) forward.current?.focus();
  }, []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-1 flex-col gap-5">
      <div>
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-message text-ink-quiet">{lead}</p>
      </div>
      <div className="flex flex-1 flex-col gap-3">{children}</div>
      <div className="flex flex-wrap items-center gap-2">
        {onBack !== undefined && (
          <Button variant="quiet" className="-ms-3" onClick={onBack}>
            {t('back')}
          </Button>
        )}
        <span className="flex-1" />
        <Button
          ref={forward}
          variant="primary"
          type="submit"
          aria-describedby={id}
          pending={pending}
          className="ms-auto max-w-full"
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

interface StepFieldOptions {
  readonly label: string;
  readonly start: string;
  readonly rule: z.ZodType<string, string>;
  readonly send: (name: string) => Promise<unknown>;
  readonly onDone: () => void;
}

/** A step's field for a name: what its input takes, its error, and how to submit it. */
export function useNameField({ label, start, rule, send, onDone }: StepFieldOptions) {
  const { t } = useTranslation('settings');
  const { pending, run } = useAction(t('notSaved', { field: label }));
  const { form, submit } = useForm({
    rule: z.object({ name: rule }),
    start: { name: start },
    send: async ({ name }) => {
      if (name !== start) await send(name);
      onDone();
    },
  });
  const { value, error, onChange, ref } = form.text('name');
  const input = {
    ref,
    value,
    autoFocus: true,
    className: 'h-10 text-message',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange(target.value),
  };
  return { input, problem: error, pending, submit: () => void run(submit) };
}

/** Step 1: the operator's name. */
export function NameStep({ me, onDone }: { readonly me: Operator; readonly onDone: () => void }) {
  const { t } = useTranslation('firstRun');
  const { mutateAsync } = useUpdateMe();
  const { input, problem, pending, submit } = useNameField({
    label: t('name.label'),
    start: me.name,
    rule: routes['operators.update'].input.shape.name.unwrap(),
    send: (name) => mutateAsync({ name }),
    onDone,
  });
  return (
    <Step title={t('name.title')} lead={t('name.lead')} pending={pending} onSubmit={submit}>
      <div className="flex items-start gap-3">
        <Avatar name={input.value} seed={me.id} size={40} className="mt-6" />
        <Field label={t('name.label')} error={problem} className="flex-1">
          <Input {...input} autoComplete="name" onFocus={({ target }) => target.select()} />
        </Field>
      </div>
    </Step>
  );
}

interface ComputerStepProps {
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** In the app: how this computer stays there for customers. */
export function ComputerStep({ onBack, onDone }: ComputerStepProps) {
  const { t } = useTranslation(['firstRun', 'settings']);
  const [wanted, setWanted] = useState({ startAtLogin: true, keepAwake: true });
  const { mutateAsync } = useChangeDesktop();
  const { pending, run } = useAction(t('settings:notSaved', { field: t('settings:sections.computer') }));
  const submit = (): void => void run(() => mutateAsync(wanted).then(onDone));
  return (
    <Step title={t('computer.title')} lead={t('computer.lead')} pending={pending} onSubmit={submit} onBack={onBack}>
      <RowField label={t('computer.start')}>
        <Switch
          checked={wanted.startAtLogin}
          onCheckedChange={(startAtLogin) => setWanted({ ...wanted, startAtLogin })}
        />
      </RowField>
      <RowField {...named('settings:computer.keepAwake')}>
        <Switch checked={wanted.keepAwake} onCheckedChange={(keepAwake) => setWanted({ ...wanted, keepAwake })} />
      </RowField>
      <BackupLine />
    </Step>
  );
}

/** Shows where backups are stored; reserves its space until that is known. */
function BackupLine() {
  const { t } = useTranslation('firstRun');
  const data = useRouteQueryFor('owner', 'backups.list', {}).data;
  return (
    <p className="min-h-15 text-ui break-words text-ink-quiet">
      {data !== undefined && t('computer.backups', { folder: data.folder })}
    </p>
  );
}

interface TestStepProps {
  readonly finishing: boolean;
  readonly onBack: () => void;
  readonly onOpen: () => void;
}

/** The last step: explains how to try the chat page, and leads to the inbox. */
export function TestStep({ finishing, onBack, onOpen }: TestStepProps) {
  const { t } = useTranslation('firstRun');
  return (
    <Step
      title={t('test.title')}
      lead={t('test.lead')}
      pending={finishing}
      onBack={onBack}
      onSubmit={onOpen}
      submitLabel={
        <>
          {t('test.open')}
          <ExternalLink aria-hidden className="size-4" />
        </>
      }
    >
      <ol className="flex flex-col gap-2.5">
        {([1, 2, 3] as const).map((number) => (
          <li key={number} className="flex items-center gap-3 text-message">
            <span
              aria-hidden
              className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-accent-tint text-meta font-semibold text-accent"
            >
              {number}
            </span>
            {t(`test.steps.${number}`)}
          </li>
        ))}
      </ol>
      <p className="text-ui text-ink-quiet">{t('test.online')}</p>
    </Step>
  );
}
