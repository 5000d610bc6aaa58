import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { FoldingRow } from '../parts/folding-row.tsx';
import type { NewKey } from './key-dialog.tsx';
import { OperatorAccess } from './operator-access.tsx';
import { OperatorFields } from './operator-form.tsx';

interface OperatorRowProps {
  readonly operator: Operator;
  readonly isMe: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onNewKey: (key: NewKey) => void;
  /** the row is gone; where its focus goes */
  readonly onRemoved: () => void;
}

/** Who it is and whether they are there; opens to what can be changed. */
export function OperatorRow({ operator, isMe, isOpen, onToggle, onNewKey, onRemoved }: OperatorRowProps) {
  const { t } = useTranslation('settings');
  const { word, more, isHere } = presenceOf(operator);
  const line = (
    <>
      <Avatar name={operator.name} seed={operator.id} size={32} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        <bdi className="truncate text-ui font-medium">{operator.name}</bdi>
        {isMe && <Chip tone="accent">{t('operators.you')}</Chip>}
        {operator.first === true && <Chip>{t('operators.first')}</Chip>}
      </span>
      <span className="flex shrink-0 items-center gap-1.5 text-ui text-ink-quiet">
        <span aria-hidden className={cn('size-2.5 rounded-full', isHere ? 'bg-good' : 'border-2 border-ink-quiet')} />
        {word}
      </span>
    </>
  );
  return (
    <FoldingRow line={line} isOpen={isOpen} onToggle={onToggle}>
      <p className="text-ui text-ink-quiet">{more}</p>
      <OperatorFields operator={operator} />
      <OperatorAccess operator={operator} isMe={isMe} onNewKey={onNewKey} onRemoved={onRemoved} />
    </FoldingRow>
  );
}

function presenceOf({ presence, available }: Operator): {
  readonly word: string;
  readonly more: string;
  readonly isHere: boolean;
} {
  if (available)
    return { word: i18n.t('settings:operators.online'), more: i18n.t('settings:operators.onlineMore'), isHere: true };
  return presence === 'online'
    ? { word: i18n.t('settings:operators.notHere'), more: i18n.t('settings:operators.notHereMore'), isHere: false }
    : { word: i18n.t('settings:operators.away'), more: i18n.t('settings:operators.awayMore'), isHere: false };
}
