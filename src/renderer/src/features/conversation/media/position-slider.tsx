import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { durationWords } from '../conversation-text.ts';

interface PositionSliderProps {
  readonly name: string;
  /** seconds */
  readonly position: number;
  /** seconds; undefined: not known, so nothing can be chosen */
  readonly length: number | undefined;
  readonly onSeek: (seconds: number) => void;
  /** how it looks; the slider itself lies over it unseen */
  readonly children: ReactNode;
  readonly className?: string;
}

/** A place in a recording, to be seen, dragged, and moved by arrow keys. */
export function PositionSlider({ name, position, length, onSeek, children, className }: PositionSliderProps) {
  const { t } = useTranslation('conversation');
  return (
    <div
      className={cn(
        'relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        className,
      )}
    >
      {children}
      <input
        type="range"
        aria-label={t('media.position', { name })}
        aria-valuetext={t('media.positionOf', {
          at: durationWords(position),
          length: durationWords(length ?? 0),
        })}
        min={0}
        max={length ?? 1}
        step={length === undefined || length > 20 ? 1 : 0.5}
        value={Math.min(position, length ?? 0)}
        disabled={length === undefined}
        onChange={({ target }) => onSeek(target.valueAsNumber)}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
      />
    </div>
  );
}
