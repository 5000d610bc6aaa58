import { useTranslation } from 'react-i18next';
import { type ComponentProps, useState } from 'react';
import { z } from 'zod';
import { i18n } from '#renderer/language/i18n.ts';
import { useConnectionView, useConnectionChanges } from '#renderer/rpc/use-directory.ts';
import {
  connectionChange,
  type ConnectionChange,
  type ConnectionSettings,
  type ConnectionView,
} from '#shared/contract/connection.ts';
import { isAddressRange } from '#shared/domain/addresses.ts';
import { fieldRule } from '#shared/domain/phrase.ts';
import { textsOf, SavedSwitch, SavedText, typedNumber, saveField } from '../parts/saved-field.tsx';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { LockKeyhole } from 'lucide-react';
import type { ConnectionSecret } from '#shared/contract/tunnels.ts';
import { Button } from '#renderer/components/button.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import { notify, notifyFailure } from '#renderer/components/toaster.tsx';

type Leaf = string | number | boolean | null | readonly string[];
type PathsOf<Group, Before extends string = ''> = {
  [Name in keyof Group & string]: Group[Name] extends Leaf
    ? `${Before}${Name}`
    : PathsOf<Group[Name], `${Before}${Name}.`>;
}[keyof Group & string];
/** Dotted path of a setting, as in an answer's issues: `tunnel.ngrok.domain`. */
export type SettingPath = PathsOf<ConnectionSettings>;

/** What saving a connection setting requires, and the texts that have its path as their key. */
export function useConnectionSetting() {
  const { change } = useConnectionChanges();
  const settings = useConnectionView().data?.settings;
  return (path: SettingPath) => ({
    field: path,
    label: '',
    ...textsOf(`connection:${path}`),
    saved: path.split('.').reduce<unknown>(memberOf, settings),
    save: (value: unknown) =>
      change.mutateAsync(path.split('.').reduceRight((inner, name) => ({ [name]: inner }), value) as ConnectionChange),
  });
}

function memberOf(group: unknown, name: string): unknown {
  return typeof group === 'object' && group !== null ? Reflect.get(group, name) : undefined;
}

/** A setting's text form: the rule for the text, and the value it stands for. */
export function typedSetting(path: SettingPath): {
  readonly inputMode?: 'numeric' | 'url';
  readonly rule: z.ZodType<string, string>;
  readonly read: (text: string) => unknown;
} {
  const rule = path.split('.').reduce<unknown>((group, name) => {
    const field: unknown = group instanceof z.ZodObject ? group.shape[name] : undefined;
    return field instanceof z.ZodOptional ? field.unwrap() : undefined;
  }, connectionChange);
  if (rule instanceof z.ZodNumber) return { inputMode: 'numeric', rule: typedNumber(rule), read: Number };
  if (rule instanceof z.ZodArray) return { rule: addresses, read: splitList };
  if (rule instanceof z.ZodNullable)
    return { inputMode: 'url', rule: orEmpty(rule), read: (text) => (text === '' ? null : text) };
  return { rule: orEmpty(rule instanceof z.ZodType ? rule : z.string()), read: (text) => text };
}

function orEmpty(rule: z.ZodType): z.ZodType<string, string> {
  return z
    .string()
    .trim()
    .superRefine((typed, context) => {
      if (typed === '') return;
      const problem = rule.safeParse(typed, { error: fieldRule }).error?.issues[0];
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.message });
    });
}

const addresses = z
  .string()
  .trim()
  .refine((typed) => splitList(typed).every((each) => isAddressRange(each)), {
    error: () => i18n.t('connection:own.proxiesRule'),
  });

/** Words separated by commas or spaces: `127.0.0.1, 10.0.0.0/8`. */
function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

function textOf(saved: unknown): string {
  if (Array.isArray(saved)) return saved.join(', ');
  return typeof saved === 'string' || typeof saved === 'number' ? String(saved) : '';
}

interface SettingProps {
  readonly path: SettingPath;
  /** left out: the text of the path */
  readonly label?: string;
  readonly hint?: string;
}

interface SettingTextProps extends SettingProps {
  readonly placeholder?: string;
  readonly aside?: string;
}

export function SettingText({ path, ...line }: SettingTextProps) {
  const { saved, save, ...setting } = useConnectionSetting()(path);
  const { inputMode, rule, read } = typedSetting(path);
  return (
    <SavedText
      {...setting}
      {...line}
      inputMode={inputMode}
      spellCheck={false}
      autoComplete="off"
      short={inputMode === 'numeric'}
      saved={textOf(saved)}
      rule={rule}
      save={(typed) => save(read(typed))}
    />
  );
}

export function SettingSwitch({ path, ...line }: SettingProps & { readonly warning?: string | undefined }) {
  const { saved, ...setting } = useConnectionSetting()(path);
  return <SavedSwitch {...setting} {...line} saved={saved === true} />;
}

/** A choice among a few with descriptions, saved at once. */
export function SettingCards({
  path,
  choices,
}: Pick<SettingProps, 'path'> & Pick<ComponentProps<typeof ChoiceCards<string>>, 'choices'>) {
  const { saved, ...setting } = useConnectionSetting()(path);
  const value = textOf(saved);
  const choose = (next: string) => void saveField({ ...setting, saved: value, value: next });
  return <ChoiceCards label={setting.label} value={value} onChoose={choose} choices={choices} />;
}

interface SecretFieldProps {
  readonly view: ConnectionView;
  readonly secret: ConnectionSecret;
  readonly hint?: string;
}

/** A secret that can be set, replaced and removed, but not read back. */
export function SecretField({ view, secret, hint }: SecretFieldProps) {
  const { t } = useTranslation(['connection', 'settings', 'common']);
  const [replacing, setReplacing] = useState(false);
  const [value, setValue] = useState('');
  const { change } = useConnectionChanges();
  const label = t(`tunnel.secret.${secret}`);
  const isEmpty = value.trim() === '';
  const replace = (isReplaced: boolean): void => {
    setReplacing(isReplaced);
    setValue('');
  };
  const save = (saved: string) =>
    change.mutate(
      { secrets: { [secret]: saved } },
      {
        onSuccess: () => {
          replace(false);
          notify(saved === '' ? t('tunnel.removed', { secret: label }) : t('tunnel.saved', { secret: label }));
        },
        onError: (error) => notifyFailure(t('settings:notSaved', { field: label }), error),
      },
    );
  if (view.secrets[secret] && !replacing)
    return (
      <div role="group" aria-label={label} className="flex flex-col gap-1.5">
        <p className="text-ui font-medium">{label}</p>
        <div className="flex flex-wrap items-center gap-2">
          <p className="flex min-h-(--control) min-w-0 flex-1 basis-52 items-center gap-2 text-ui text-ink-quiet">
            <LockKeyhole aria-hidden className="size-4 shrink-0" />
            {t('tunnel.kept')}
          </p>
          <Button onClick={() => replace(true)}>{t('tunnel.replace')}</Button>
          <Button variant="quiet" pending={change.isPending} onClick={() => save('')}>
            {t('tunnel.remove')}
          </Button>
        </div>
      </div>
    );
  const buttons = (
    <>
      <Button
        variant={isEmpty ? 'outline' : 'primary'}
        aria-label={`${t('tunnel.save')}: ${label}`}
        pending={change.isPending}
        disabled={isEmpty}
        onClick={() => save(value)}
      >
        {t('tunnel.save')}
      </Button>
      {replacing && (
        <Button variant="quiet" onClick={() => replace(false)}>
          {t('common:cancel')}
        </Button>
      )}
    </>
  );
  return (
    <Field label={label} hint={hint}>
      <div className="flex items-center gap-2">
        <Input
          type="password"
          autoComplete="off"
          value={value}
          autoFocus={replacing}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isEmpty) save(value);
          }}
        />
        {buttons}
      </div>
    </Field>
  );
}
