import { Select } from '#renderer/components/select.tsx';
import type { AskedBy, RatingsFilter } from './ratings-filter.ts';
import { words } from './words.ts';

const stars = ['5', '4', '3', '2', '1'] as const;

interface RatingsFiltersProps {
  readonly filter: RatingsFilter;
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  readonly askers: readonly { readonly value: AskedBy; readonly label: string }[];
  readonly onChange: (changed: Partial<RatingsFilter>) => void;
}

/** Channel, who asked, and how many stars. */
export function RatingsFilters({ filter, channels, askers, onChange }: RatingsFiltersProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        label={words.filterChannel}
        value={filter.channel}
        choices={[
          { value: 'all', label: words.allChannels },
          ...channels.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onValueChange={(channel) => onChange({ channel })}
        className="w-40"
      />
      <Select
        label={words.filterAskedBy}
        value={filter.askedBy}
        choices={[{ value: 'anybody', label: words.anybody }, ...askers]}
        onValueChange={(askedBy) => onChange({ askedBy })}
        className="w-40"
      />
      <Select
        label={words.filterStars}
        value={filter.stars}
        choices={[
          { value: 'any', label: words.anyStars },
          ...stars.map((value) => ({ value, label: words.starsChoice(Number(value)) })),
        ]}
        onValueChange={(chosen) => onChange({ stars: chosen })}
        className="w-44"
      />
    </div>
  );
}
