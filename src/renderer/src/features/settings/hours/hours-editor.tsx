import { useTranslation } from 'react-i18next';
import { sayWithUndo } from '#renderer/components/toaster.tsx';
import type { WorkingHours } from '#shared/domain/working-hours.ts';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import { Holidays } from './holidays.tsx';
import { WeekTable } from './week-table.tsx';
import { useMemo } from 'react';
import { Combobox } from '#renderer/components/combobox.tsx';
import { Field } from '#renderer/components/field.tsx';

interface HoursEditorProps {
  readonly hours: WorkingHours;
  readonly save: (hours: WorkingHours) => Promise<unknown>;
}

/** Working hours, of the installation or of a channel; each part is saved as one changes it. */
export function HoursEditor({ hours, save }: HoursEditorProps) {
  const { t } = useTranslation('settings');
  const change = (part: Partial<WorkingHours>, said: string): void => {
    const trouble = (error: unknown): void => tellTrouble(t('hours.failed'), error);
    const undo = (): void => void save(hours).catch(trouble);
    save({ ...hours, ...part }).then(() => sayWithUndo(said, { onUndo: undo }, { id: 'saved-hours' }), trouble);
  };
  const choose = (mode: 'always' | 'week'): void => {
    const always = mode === 'always';
    if (always === hours.always) return;
    // Nobody has said yet where this is: this device knows.
    const zone = hours.zone === 'UTC' ? Intl.DateTimeFormat().resolvedOptions().timeZone : hours.zone;
    change({ always, ...(!always && { zone }) }, t('saved', { field: t('hours.mode') }));
  };
  return (
    <div className="flex flex-col gap-5">
      <ChoiceCards
        label={t('hours.mode')}
        value={hours.always ? 'always' : 'week'}
        onChoose={choose}
        choices={[
          { value: 'always', title: t('hours.always'), means: t('hours.alwaysMeans') },
          { value: 'week', title: t('hours.byWeek'), means: t('hours.byWeekMeans') },
        ]}
      />
      {!hours.always && (
        <>
          <ZoneField zone={hours.zone} onChange={(zone) => change({ zone }, t('saved', { field: t('hours.zone') }))} />
          <WeekTable week={hours.week} onChange={(week, day) => change({ week }, t('saved', { field: day }))} />
          <Holidays holidays={hours.holidays} onChange={(holidays, said) => change({ holidays }, said)} />
        </>
      )}
    </div>
  );
}

/** The time zone of the hours, found by the name of a place. */
function ZoneField({ zone, onChange }: { readonly zone: string; readonly onChange: (zone: string) => void }) {
  const { t } = useTranslation('settings');
  // This one may be written in an older way.
  const zones = useMemo(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), zone])].toSorted(), [zone]);
  return (
    <Field label={t('hours.zone')} hint={t('hours.zoneHint')}>
      <Combobox
        value={zone}
        choices={zones}
        nameOf={placeName}
        onValueChange={onChange}
        nothingFound={t('hours.noZone')}
        openLabel={t('hours.zoneOpen')}
      />
    </Field>
  );
}

/** "Europe/New_York" as people write it. */
function placeName(zone: string): string {
  return zone.replaceAll('_', ' ');
}
