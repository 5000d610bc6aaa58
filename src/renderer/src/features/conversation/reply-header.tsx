import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { WaitingAge } from '#renderer/components/time.tsx';
import { useWaitingLimits } from '#renderer/rpc/use-hours.ts';
import { StateChips, type StateChipsProps } from './state-chips.tsx';

interface ReplyHeaderProps extends StateChipsProps {
  readonly channelName: string;
  /** buttons at the right of the name */
  readonly children: ReactNode;
}

/** Who it is, how long they wait and where they write; the handle by which a window without a frame is moved. */
export function ReplyHeader({ chat, channelName, names, meId, children }: ReplyHeaderProps) {
  const { t } = useTranslation('conversation');
  const limits = useWaitingLimits();
  const waitsForMe = chat.state === 'active' && chat.operatorId === meId ? chat.waitingSince : undefined;
  return (
    <header className="@container flex shrink-0 flex-col gap-0.5 border-b bg-sunken py-2 pe-2 ps-4 [-webkit-app-region:drag]">
      <div className="flex items-center gap-2">
        <h1 className="min-w-0 flex-1 truncate text-heading font-semibold">
          <bdi>{chat.customer.name ?? t('visitor')}</bdi>
        </h1>
        <div className="flex items-center gap-0.5 [-webkit-app-region:no-drag]">{children}</div>
      </div>
      <div className="flex min-w-0 items-center gap-2 overflow-hidden text-meta text-ink-quiet">
        {waitsForMe === undefined ? (
          <StateChips chat={chat} names={names} meId={meId} />
        ) : (
          <WaitingAge since={waitsForMe} limits={limits} />
        )}
        <bdi className="min-w-0 shrink-999 truncate">{t('via', { channelName })}</bdi>
      </div>
    </header>
  );
}
