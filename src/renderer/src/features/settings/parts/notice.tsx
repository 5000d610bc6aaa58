import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#renderer/components/class-names.ts';

interface NoticeProps {
  readonly tone: 'urgent' | 'attention' | 'neutral';
  readonly title: string;
  readonly children?: ReactNode;
}

const tones = {
  urgent: 'bg-urgent-tint text-urgent',
  attention: 'bg-attention-tint text-attention',
  neutral: 'bg-sunken text-ink-quiet',
} as const;

/** Something about this page that its reader must know before anything else. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = tone === 'neutral' ? Info : CircleAlert;
  return (
    <div
      role={tone === 'urgent' ? 'alert' : 'status'}
      className={cn('flex gap-2.5 rounded-card px-3.5 py-3 text-ui', tones[tone])}
    >
      <Icon aria-hidden className="mt-px size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}
