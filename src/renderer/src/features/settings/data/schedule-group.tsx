import { useState } from 'react';
import { fullWords } from '#renderer/components/dates.ts';
import { Field, RowField } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { speech } from '#renderer/language/speech.ts';
import { useBackupChanges } from '#renderer/rpc/use-backups.ts';
import type { BackupSettings } from '#shared/contract/archive.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { Notice } from '../notice.tsx';
import { saveOnLeave } from '../save-on-leave.ts';
import { Group } from '../section.tsx';
import { words as settingsWords } from '../words.ts';
import { dataWords as words } from './data-words.ts';

type Field = 'folder' | 'every' | 'time' | 'weekday' | 'keep' | 'withMedia';

/** When backups are made by themselves, where they go, and how many are kept. */
export function ScheduleGroup({ settings, nextAt }: RouteOutput<'backups.list'>) {
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
          : sayTrouble(settingsWords.notSaved(label), problem),
    });
  };
  const { every, last } = settings;
  return (
    <Group title={words.schedule} lead={words.scheduleLead}>
      {last?.problem !== undefined && (
        <Notice tone="urgent" title={words.lastFailed}>
          <p>{last.problem}</p>
        </Notice>
      )}
      <Field label={words.every} hint={nextAt === undefined ? undefined : words.next(fullWords(nextAt))}>
        <Select
          value={every}
          choices={EVERY.map((value) => ({ value, label: words.everyNames[value] }))}
          onValueChange={(value) => save('every', words.every, value)}
          className="w-56"
        />
      </Field>
      {every === 'week' && (
        <Field label={words.weekday}>
          <Select
            value={String(settings.weekday)}
            choices={weekdays()}
            onValueChange={(value) => save('weekday', words.weekday, Number(value))}
            className="w-56"
          />
        </Field>
      )}
      {every !== 'never' && (
        <>
          <Left
            label={words.time}
            hint={words.timeHint}
            type="time"
            saved={settings.time}
            className="w-32"
            onLeave={(value) => value !== '' && save('time', words.time, value)}
          />
          <Left
            label={words.keep}
            hint={words.keepHint}
            aside={words.keepAside}
            inputMode="numeric"
            saved={String(settings.keep)}
            error={problems.keep}
            className="w-28 shrink-0"
            onLeave={(value) =>
              /^\d+$/.test(value)
                ? save('keep', words.keep, Number(value))
                : setProblems({ keep: settingsWords.wholeNumber })
            }
          />
          <RowField label={words.scheduledMedia}>
            <Switch
              checked={settings.withMedia}
              onCheckedChange={(value) => save('withMedia', words.scheduledMedia, value)}
            />
          </RowField>
        </>
      )}
      <Left
        label={words.folder}
        hint={words.folderHint}
        saved={settings.folder ?? ''}
        error={problems.folder}
        onLeave={(value) => save('folder', words.folder, value.trim() === '' ? null : value.trim())}
      />
    </Group>
  );
}

const EVERY = ['never', 'day', 'week'] as const;

/** 0: Sunday, as everywhere below; 4 January 1970 was one. */
function weekdays(): { readonly value: string; readonly label: string }[] {
  const name = new Intl.DateTimeFormat(speech.locale(), { weekday: 'long', timeZone: 'UTC' });
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
