import { useTranslation } from 'react-i18next';
import type { CSSProperties } from 'react';
import { X } from 'lucide-react';
import { avatarHue } from './avatar.tsx';
import { cn } from './class-names.ts';

interface TagChipProps {
  readonly name: string;
  /** left out: it only shows */
  readonly onRemove?: () => void;
  readonly className?: string;
}

/** A tag, in a colour of its own that its name decides; the word says it. */
export function TagChip({ name, onRemove, className }: TagChipProps) {
  const { t } = useTranslation();
  return (
    <span
      style={{ '--hue': avatarHue(name.toLowerCase()) } as CSSProperties}
      title={name}
      className={cn('tag inline-flex h-5 min-w-0 items-center rounded-sm px-1.5 text-meta font-medium', className)}
    >
      <bdi className="truncate">{name}</bdi>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={t('tags.remove', { tag: name })}
          onClick={onRemove}
          className="-me-1 ms-0.5 grid size-4 shrink-0 place-items-center rounded-[4px] hover:bg-ground/40"
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}
