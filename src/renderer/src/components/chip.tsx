import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

export type ChipTone = 'neutral' | 'accent' | 'good' | 'attention' | 'urgent' | 'note' | 'bot';

const tones: Record<ChipTone, string> = {
  neutral: 'bg-hover text-ink-quiet',
  accent: 'bg-accent-tint text-accent',
  good: 'bg-good-tint text-good',
  attention: 'bg-attention-tint text-attention',
  urgent: 'bg-urgent-tint text-urgent',
  note: 'bg-note-tint text-note',
  bot: 'bg-bot-tint text-bot',
};

interface ChipProps {
  readonly tone?: ChipTone;
  readonly icon?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A short state label. The text carries the meaning; colour only supports it. */
export function Chip({ tone = 'neutral', icon, className, children }: ChipProps) {
  return (
    <span
      className={cn(
        'tabular inline-flex h-5 shrink-0 items-center gap-1 rounded-full px-2 text-meta font-medium whitespace-nowrap [&_svg]:size-3',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** A count badge: accent, or red with a mark for problems; hidden at zero. Screen readers read `label`. */
export function CountBadge({
  count,
  label,
  isTrouble = false,
  className,
}: {
  readonly count: number;
  readonly label: string;
  readonly isTrouble?: boolean;
  readonly className?: string;
}) {
  if (count === 0) return null;
  return (
    <span
      role="img"
      aria-label={label}
      translate="no"
      className={cn(
        'tabular inline-flex h-[18px] min-w-[18px] shrink-0 items-center justify-center gap-0.5 rounded-full px-1 text-[11px] leading-none font-semibold',
        isTrouble ? 'bg-urgent text-urgent-ink' : 'bg-accent text-accent-ink',
        className,
      )}
    >
      {isTrouble && <CircleAlert aria-hidden className="size-3!" />}
      {count > 99 ? '99+' : count}
    </span>
  );
}
