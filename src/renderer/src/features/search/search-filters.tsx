import { useTranslation } from 'react-i18next';
import { X } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { ChannelSelect } from '#renderer/components/list-page.tsx';
import { Input } from '#renderer/components/text-input.tsx';
import { Select } from '#renderer/components/select.tsx';
import { EVERYWHERE, isEverywhere, type SearchFilter, type AuthorFilter } from './search-view.ts';

interface SearchFiltersProps {
  readonly filter: SearchFilter;
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  readonly operators: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (changed: Partial<SearchFilter>) => void;
}

/** Filters: channel, author and dates. */
export function SearchFilters({ filter, channels, operators, onChange }: SearchFiltersProps) {
  const { t } = useTranslation('inbox');
  const { chat } = filter;
  return (
    <>
      {chat !== undefined && (
        <Button
          size="sm"
          aria-label={t('search.leaveChat', { name: chat.name })}
          onClick={() => onChange({ chat: undefined })}
          className="max-w-full"
        >
          <span className="min-w-0 truncate">{t('search.inChat', { name: chat.name })}</span>
          <X aria-hidden className="size-3.5" />
        </Button>
      )}
      {chat === undefined && (
        <ChannelSelect
          channels={channels}
          value={filter.channel}
          onValueChange={(channel) => onChange({ channel })}
          className="w-40 max-[480px]:w-full"
        />
      )}
      <Select<AuthorFilter>
        label={t('search.who')}
        value={filter.who}
        choices={[
          { value: 'anybody', label: t('search.anybody') },
          { value: 'customer', label: t('search.customers') },
          { value: 'operator', label: t('search.operators') },
          ...operators.map(({ id, name }) => ({
            value: `operator:${id}` as const,
            label: t('search.byOperator', { name }),
          })),
          { value: 'bot', label: t('search.bots') },
          { value: 'note', label: t('search.notes') },
        ]}
        onValueChange={(who) => onChange({ who })}
        className="w-44 max-[480px]:w-full"
      />
      {/* On one line if there is room. */}
      <div className="flex flex-wrap gap-2">
        <Day label={t('search.from')} value={filter.from} most={filter.until} onChange={(from) => onChange({ from })} />
        <Day
          label={t('search.until')}
          value={filter.until}
          least={filter.from}
          onChange={(until) => onChange({ until })}
        />
      </div>
      {!isEverywhere(filter) && (
        <Button variant="quiet" size="sm" onClick={() => onChange(EVERYWHERE)}>
          {t('search.everything')}
        </Button>
      )}
    </>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly least?: string;
  readonly most?: string;
  readonly onChange: (day: string) => void;
}

function Day({ label, value, least = '', most = '', onChange }: DayProps) {
  return (
    <label className="flex items-center gap-1.5 text-ui text-ink-quiet">
      {label}
      <Input
        type="date"
        value={value}
        min={least}
        max={most}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="w-34"
      />
    </label>
  );
}
