import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { fullWords } from '#renderer/components/dates.ts';
import { Field, RowField } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { locale } from '#renderer/language/i18n.ts';
import { useBackupChanges } from '#renderer/rpc/use-backups.ts';
import type { BackupSettings } from '#shared/contract/archive.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { Notice } from '../parts/notice.tsx';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { Group } from '../parts/section.tsx';

type Field = 'folder' | 'every' | 'time' | 'weekday' | 'keep' | 'withMedia';

/** When backups are made by themselves, where they go, and how many are kept. */
export function ScheduleGroup({ settings, nextAt }: RouteOutput<'backups.list'>) {
  const { t } = useTranslation('settings');
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({});
  const { change } = useBackupChanges();
  const save = <Name extends Field>(field: Name, label: string, value: BackupSettings[Name]): void => {
    setProblems({});
    void saveOnLeave({
      field,
      label,
      before: settings[field],
      value,
      save: (next) => change.mutateAsync({ [field]: next }),
      onProblem: (problem) =>
        field === 'folder' || field === 'keep'
          ? setProblems({ [field]: problem })
          : sayTrouble(t('notSaved', { field: label }), problem),
    });
  };
  const { every, last } = settings;
  return (
    <Group title={t('data.schedule')} lead={t('data.scheduleLead')}>
      {last?.problem !== undefined && (
        <Notice tone="urgent" title={t('data.lastFailed')}>
          <p>{last.problem}</p>
        </Notice>
      )}
      <Field
        label={t('data.every')}
        hint={nextAt === undefined ? undefined : t('data.next', { date: fullWords(nextAt) })}
      >
        <Select
          value={every}
          choices={EVERY.map((value) => ({ value, label: t(`data.everyNames.${value}`) }))}
          onValueChange={(value) => save('every', t('data.every'), value)}
          className="w-56"
        />
      </Field>
      {every === 'week' && (
        <Field label={t('data.weekday')}>
          <Select
            value={String(settings.weekday)}
            choices={weekdays()}
            onValueChange={(value) => save('weekday', t('data.weekday'), Number(value))}
            className="w-56"
          />
        </Field>
      )}
      {every !== 'never' && (
        <>
          <Left
            label={t('data.time')}
            hint={t('data.timeHint')}
            type="time"
            saved={settings.time}
            className="w-32"
            onLeave={(value) => value !== '' && save('time', t('data.time'), value)}
          />
          <Left
            label={t('data.keep')}
            hint={t('data.keepHint')}
            aside={t('data.keepAside')}
            inputMode="numeric"
            saved={String(settings.keep)}
            error={problems.keep}
            className="w-28 shrink-0"
            onLeave={(value) =>
              /^\d+$/.test(value)
                ? save('keep', t('data.keep'), Number(value))
                : setProblems({ keep: t('wholeNumber') })
            }
          />
          <RowField label={t('data.scheduledMedia')}>
            <Switch
              checked={settings.withMedia}
              onCheckedChange={(value) => save('withMedia', t('data.scheduledMedia'), value)}
            />
          </RowField>
        </>
      )}
      <Left
        label={t('data.folder')}
        hint={t('data.folderHint')}
        saved={settings.folder ?? ''}
        error={problems.folder}
        onLeave={(value) => save('folder', t('data.folder'), value.trim() === '' ? null : value.trim())}
      />
    </Group>
  );
}

const EVERY = ['never', 'day', 'week'] as const;

/** 0: Sunday, as everywhere below; 4 January 1970 was one. */
function weekdays(): { readonly value: string; readonly label: string }[] {
  const name = new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' });
  return [1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: name.format(Date.UTC(1970, 0, 4 + day)) }));
}

interface LeftProps {
  readonly label: string;
  readonly hint: string;
  readonly saved: string;
  readonly error?: string | undefined;
  readonly aside?: string;
  readonly type?: 'time';
  readonly inputMode?: 'numeric';
  readonly className?: string;
  readonly onLeave: (value: string) => void;
}

/** One line that is saved as one leaves it. */
function Left({ label, hint, saved, error, aside, onLeave, ...input }: LeftProps) {
  const [written, setWritten] = useState<string>();
  const leave = (): void => {
    if (written !== undefined && written !== saved) onLeave(written);
    if (error === undefined) setWritten(undefined);
  };
  return (
    <Field label={label} hint={hint} error={error}>
      <div className="flex items-center gap-3">
        <Input
          {...input}
          value={written ?? saved}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setWritten(event.target.value)}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && leave()}
        />
        {aside !== undefined && <span className="text-ui text-ink-quiet">{aside}</span>}
      </div>
    </Field>
  );
}
