import { sizeWords } from '#renderer/components/amounts.ts';
import { useTranslation } from 'react-i18next';
import { Download, RotateCcw } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { useFetchMedia } from '#renderer/rpc/use-media.ts';
import type { MediaState } from '#shared/contract/media.ts';

type Fetching = Extract<MediaState, { state: 'fetching' }>;

interface GetButtonProps {
  readonly messageId: string;
  readonly label: string;
  readonly icon?: 'get' | 'again';
  readonly className?: string;
}

/** Fetches a message's file because somebody wants it. */
export function GetButton({ messageId, label, icon = 'get', className }: GetButtonProps) {
  const fetchMedia = useFetchMedia();
  const Icon = icon === 'get' ? Download : RotateCcw;
  return (
    <Button
      size="sm"
      pending={fetchMedia.isPending}
      onClick={(event) => {
        event.stopPropagation();
        fetchMedia.mutate({ id: messageId, part: 'file' });
      }}
      className={className}
    >
      <Icon aria-hidden className="size-3.5" />
      {label}
    </Button>
  );
}

/** How much of a file has come. */
export function FetchRing({ state, className }: { readonly state: Fetching; readonly className?: string }) {
  const { t } = useTranslation('conversation');
  const share = state.total === undefined || state.total === 0 ? undefined : Math.min(1, state.received / state.total);
  const round = 2 * Math.PI * 15;
  return (
    <span className={cn('appear-late flex flex-col items-center gap-1.5', className)}>
      <svg
        viewBox="0 0 36 36"
        role="progressbar"
        aria-label={t('media.getting')}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        className={cn('size-9 -rotate-90', share === undefined && 'animate-spin')}
      >
        <circle cx="18" cy="18" r="15" fill="none" strokeWidth="3" className="stroke-hairline" />
        <circle
          cx="18"
          cy="18"
          r="15"
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={`${String(round * (share ?? 0.25))} ${String(round)}`}
          className="stroke-accent transition-[stroke-dasharray]"
        />
      </svg>
      <span className="tabular text-meta text-ink-quiet">
        {state.total === undefined
          ? sizeWords(state.received)
          : t('media.gotten', { received: sizeWords(state.received), total: sizeWords(state.total) })}
      </span>
    </span>
  );
}
