import { X } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { Input } from '#renderer/components/input.tsx';
import { Select } from '#renderer/components/select.tsx';
import { EVERYWHERE, isEverywhere, type SearchFilter, type Who } from './search-view.ts';
import { words } from './words.ts';

interface SearchFiltersProps {
  readonly filter: SearchFilter;
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  readonly operators: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (changed: Partial<SearchFilter>) => void;
}

/** Channel, who wrote it, and when. */
export function SearchFilters({ filter, channels, operators, onChange }: SearchFiltersProps) {
  const { chat } = filter;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chat !== undefined && (
        <Button
          size="sm"
          aria-label={words.leaveChat(chat.name)}
          onClick={() => onChange({ chat: undefined })}
          className="max-w-full"
        >
          <span className="min-w-0 truncate">{words.inChat(chat.name)}</span>
          <X aria-hidden className="size-3.5" />
        </Button>
      )}
      {chat === undefined && (
        <Select
          label={words.channel}
          value={filter.channel}
          choices={[
            { value: 'all', label: words.allChannels },
            ...channels.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={(channel) => onChange({ channel })}
          className="w-40"
        />
      )}
      <Select<Who>
        label={words.who}
        value={filter.who}
        choices={[
          { value: 'anybody', label: words.anybody },
          { value: 'customer', label: words.customers },
          { value: 'operator', label: words.operators },
          ...operators.map(({ id, name }) => ({ value: `operator:${id}` as const, label: words.byOperator(name) })),
          { value: 'bot', label: words.bots },
          { value: 'note', label: words.notes },
        ]}
        onValueChange={(who) => onChange({ who })}
        className="w-44"
      />
      <Day label={words.from} value={filter.from} most={filter.until} onChange={(from) => onChange({ from })} />
      <Day label={words.until} value={filter.until} least={filter.from} onChange={(until) => onChange({ until })} />
      {!isEverywhere(filter) && (
        <Button variant="quiet" size="sm" onClick={() => onChange(EVERYWHERE)}>
          {words.everything}
        </Button>
      )}
    </div>
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
