import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { notify, undoAction } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { ActionButton, ConfirmButton, DangerRow, useAction } from '../parts/act.tsx';
import { Group } from '../parts/section.tsx';
import type { ListedChannel } from './channel-state.tsx';

interface ChannelDangerProps {
  readonly channel: ListedChannel;
  readonly title: string;
  /** what customers notice while it is paused, before and after the press */
  readonly pauseLead: string;
  readonly resumeLead: string;
  /** what of it stops working once it is removed */
  readonly removeWill: string;
  /** further actions, between both */
  readonly children?: ReactNode;
}

/** Pause and remove a channel: the irreversible actions come last and explain themselves. */
export function ChannelDanger({ channel, title, removeWill, children, ...leads }: ChannelDangerProps) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const { id: channelId, name, openChats } = channel;
  const { mutateAsync: remove } = useRouteMutation('channels.remove', 'channels.list');
  return (
    <Group title={title}>
      <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        <PauseRow channel={channel} {...leads} />
        {children}
        <DangerRow title={t('removeTitle')} lead={t('removeLead')}>
          <ConfirmButton
            label={t('remove')}
            urgent
            title={t('removeAsk', { name })}
            will={[t('removeWill.1', { count: openChats }), t('removeWill.2'), removeWill]}
            confirmLabel={t('removeConfirm')}
            failed={t('failed')}
            act={async () => {
              const { closedChats } = await remove({ channelId });
              navigate('/settings/channels');
              notify(t('removed', { count: closedChats, name }));
            }}
          />
        </DangerRow>
      </ul>
    </Group>
  );
}

function PauseRow({
  channel: { id: channelId, name, paused },
  pauseLead,
  resumeLead,
}: Pick<ChannelDangerProps, 'channel' | 'pauseLead' | 'resumeLead'>) {
  const { t } = useTranslation('channels');
  const { mutateAsync: pause } = useRouteMutation('channels.pause', 'channels.list');
  const { mutateAsync: resume } = useRouteMutation('channels.resume', 'channels.list');
  const { run } = useAction(t('failed'));
  const pauseIt = async () => {
    await pause({ channelId });
    notify(t('paused', { name }), {
      id: 'channel-paused',
      action: undoAction(() => void run(() => resume({ channelId }))),
    });
  };
  const resumeIt = async () => {
    await resume({ channelId });
    notify(t('resumed', { name }), { id: 'channel-paused' });
  };
  return (
    <DangerRow title={paused ? t('resumeTitle') : t('pauseTitle')} lead={paused ? resumeLead : pauseLead}>
      <ActionButton variant={paused ? 'primary' : 'outline'} failed={t('failed')} act={paused ? resumeIt : pauseIt}>
        {paused ? t('resume') : t('pause')}
      </ActionButton>
    </DangerRow>
  );
}
