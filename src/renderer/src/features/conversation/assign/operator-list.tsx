import { useTranslation } from 'react-i18next';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Avatar } from '#renderer/components/avatar.tsx';
import { cn } from '#renderer/components/class-names.ts';
import type { Operator } from '#shared/domain/entities.ts';

interface OperatorListProps {
  readonly id: string;
  readonly operators: readonly Operator[];
  readonly chosenId: string | undefined;
  readonly meId: string | undefined;
  readonly onChoose: (operatorId: string) => void;
}

/** One of those who work here; the focus stays in the field that searches them. */
export function OperatorList({ id, operators, chosenId, meId, onChoose }: OperatorListProps) {
  const { t } = useTranslation('conversation');
  const chosen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not.
    chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('assign.list')}
      className="max-h-52 min-h-10 overflow-y-auto overscroll-contain rounded-control border p-1 empty:hidden"
    >
      {operators.map((operator) => {
        const isChosen = operator.id === chosenId;
        return (
          <div
            key={operator.id}
            ref={isChosen ? chosen : undefined}
            id={operatorOptionId(id, operator.id)}
            role="option"
            aria-selected={isChosen}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(operator.id)}
            className={cn(
              'flex min-h-10 items-center gap-2.5 rounded-sm px-2 py-1 text-ui select-none',
              isChosen ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            <Avatar name={operator.name} seed={operator.id} size={28} />
            <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
              <bdi className="truncate font-medium">{operator.name}</bdi>
              {operator.id === meId && <span className="shrink-0 text-ink-quiet">({t('assign.you')})</span>}
            </span>
            <span className={cn('shrink-0 text-meta', operator.available ? 'text-good' : 'text-ink-quiet')}>
              {operator.available ? t('assign.online') : t('assign.away')}
            </span>
            <Check aria-hidden className={cn('size-4 shrink-0 text-accent', !isChosen && 'invisible')} />
          </div>
        );
      })}
    </div>
  );
}

export function operatorOptionId(listId: string, operatorId: string): string {
  return `${listId}-${operatorId}`;
}
