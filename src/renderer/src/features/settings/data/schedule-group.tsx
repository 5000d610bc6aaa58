import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fullWords } from '#renderer/components/dates.ts';
import { locale } from '#renderer/language/i18n.ts';
import { useBackupChanges } from '#renderer/rpc/use-backups.ts';
import { backupFields } from '#shared/contract/archive.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { Notice } from '../parts/notice.tsx';
import { SavedNumber, SavedSwitch, SavedText } from '../parts/saved-field.tsx';
import { SavedSelect } from '../parts/saved-select.tsx';
import { Group } from '../parts/section.tsx';
import { phraseWords } from '#renderer/language/phrases.ts';

const { time, keep } = backupFields;

/** When backups are made by themselves, where they go, and how many are kept. */
export function ScheduleGroup({ settings, nextAt }: RouteOutput<'backups.list'>) {
  const { t } = useTranslation('settings');
  const { mutateAsync: change } = useBackupChanges().change;
  const { every, last } = settings;
  return (
    <Group title={t('data.schedule')} lead={t('data.scheduleLead')}>
      {last?.problem !== undefined && (
        <Notice tone="urgent" title={t('data.lastFailed')}>
          <p>{phraseWords(last.problem)}</p>
        </Notice>
      )}
      <SavedSelect
        field="every"
        label={t('data.every')}
        hint={nextAt === undefined ? undefined : t('data.next', { date: fullWords(nextAt) })}
        saved={every}
        choices={EVERY.map((value) => ({ value, label: t(`data.everyNames.${value}`) }))}
        className="w-56"
        save={(value) => change({ every: value })}
      />
      {every === 'week' && (
        <SavedSelect
          field="weekday"
          label={t('data.weekday')}
          saved={String(settings.weekday)}
          choices={weekdays()}
          className="w-56"
          save={(value) => change({ weekday: Number(value) })}
        />
      )}
      {every !== 'never' && (
        <>
          <SavedText
            field="time"
            label={t('data.time')}
            hint={t('data.timeHint')}
            type="time"
            short
            saved={settings.time}
            rule={time}
            save={(value) => change({ time: value })}
          />
          <SavedNumber
            field="keep"
            label={t('data.keep')}
            hint={t('data.keepHint')}
            aside={t('data.keepAside')}
            saved={settings.keep}
            rule={keep}
            save={(value) => change({ keep: value })}
          />
          <SavedSwitch
            field="withMedia"
            label={t('data.scheduledMedia')}
            saved={settings.withMedia}
            save={(value) => change({ withMedia: value })}
          />
        </>
      )}
      <SavedText
        field="folder"
        label={t('data.folder')}
        hint={t('data.folderHint')}
        autoComplete="off"
        spellCheck={false}
        saved={settings.folder ?? ''}
        rule={z.string().trim()}
        save={(value) => change({ folder: value === '' ? null : value })}
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
