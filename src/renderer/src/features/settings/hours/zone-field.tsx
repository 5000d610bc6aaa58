import { useTranslation } from 'react-i18next';
import { useMemo } from 'react';
import { Combobox } from '#renderer/components/combobox.tsx';
import { Field } from '#renderer/components/field.tsx';

/** The time zone of the hours, found by the name of a place. */
export function ZoneField({ zone, onChange }: { readonly zone: string; readonly onChange: (zone: string) => void }) {
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
