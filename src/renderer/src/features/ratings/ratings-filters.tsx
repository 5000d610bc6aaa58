import { useTranslation } from 'react-i18next';
import { Select } from '#renderer/components/select.tsx';
import type { AskedBy, RatingsFilter } from './ratings-filter.ts';

const stars = ['5', '4', '3', '2', '1'] as const;

interface RatingsFiltersProps {
  readonly filter: RatingsFilter;
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  readonly askers: readonly { readonly value: AskedBy; readonly label: string }[];
  readonly onChange: (changed: Partial<RatingsFilter>) => void;
}

/** Channel, who asked, and how many stars. */
export function RatingsFilters({ filter, channels, askers, onChange }: RatingsFiltersProps) {
  const { t } = useTranslation('reports');
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        label={t('ratingList.filterChannel')}
        value={filter.channel}
        choices={[
          { value: 'all', label: t('ratingList.allChannels') },
          ...channels.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onValueChange={(channel) => onChange({ channel })}
        className="w-40"
      />
      <Select
        label={t('ratingList.filterAskedBy')}
        value={filter.askedBy}
        choices={[{ value: 'anybody', label: t('ratingList.anybody') }, ...askers]}
        onValueChange={(askedBy) => onChange({ askedBy })}
        className="w-40"
      />
      <Select
        label={t('ratingList.filterStars')}
        value={filter.stars}
        choices={[
          { value: 'any', label: t('ratingList.anyStars') },
          ...stars.map((value) => ({ value, label: t('ratingList.starsChoice', { count: Number(value) }) })),
        ]}
        onValueChange={(chosen) => onChange({ stars: chosen })}
        className="w-44"
      />
    </div>
  );
}
