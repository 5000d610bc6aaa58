import { useMemo } from 'react';
import { Combobox } from '#renderer/components/combobox.tsx';
import { Field } from '#renderer/components/field.tsx';
import { hoursWords as words } from './hours-words.ts';

/** The time zone of the hours, found by the name of a place. */
export function ZoneField({ zone, onChange }: { readonly zone: string; readonly onChange: (zone: string) => void }) {
  // This one may be written in an older way.
  const zones = useMemo(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), zone])].toSorted(), [zone]);
  return (
    <Field label={words.zone} hint={words.zoneHint}>
      <Combobox
        value={zone}
        choices={zones}
        nameOf={placeName}
        onValueChange={onChange}
        nothingFound={words.noZone}
        openLabel={words.zoneOpen}
      />
    </Field>
  );
}

/** "Europe/New_York" as people write it. */
function placeName(zone: string): string {
  return zone.replaceAll('_', ' ');
}
