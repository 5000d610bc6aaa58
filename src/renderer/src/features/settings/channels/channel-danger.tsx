import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '#renderer/components/button.tsx';
import { say, sayWithUndo } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/use-act.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { AskFirst } from '../parts/ask-first.tsx';
import { DangerRow } from '../parts/danger-row.tsx';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import type { ListedChannel } from './listed-channel.ts';

interface ChannelDangerProps {
  readonly channel: ListedChannel;
  /** the addresses shown are not valid any more */
  readonly onRenewed: () => void;
}

/** Pause, new secret, remove: what cannot all be taken back stands last, and says what it will do. */
export function ChannelDanger({ channel, onRenewed }: ChannelDangerProps) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const { id: channelId, name, openChats } = channel;
  const isLost = channel.secretLost === true;
  const { mutateAsync: renewSecret } = useAct('channels.renewSecret', keys.channels);
  const { mutateAsync: remove } = useAct('channels.remove', keys.channels);
  return (
    <Group title={isLost ? t('lostSecret.lostChannel.danger') : t('dangerTitle')}>
      <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        <PauseRow channel={channel} />
        {!isLost && (
          <DangerRow title={t('secretTitle')} lead={t('secretLead')}>
            <AskFirst
              label={t('secret')}
              title={t('secretAsk', { name })}
              will={[t('secretWill.1'), t('secretWill.2')]}
              confirmLabel={t('secretConfirm')}
              failed={t('failed')}
              act={async () => {
                await renewSecret({ channelId });
                onRenewed();
                say(t('secretDone'));
              }}
            />
          </DangerRow>
        )}
        <DangerRow title={t('removeTitle')} lead={t('removeLead')}>
          <AskFirst
            label={t('remove')}
            urgent
            title={t('removeAsk', { name })}
            will={[t('removeWill.1', { count: openChats }), t('removeWill.2'), t('removeWill.3')]}
            confirmLabel={t('removeConfirm')}
            failed={t('failed')}
            act={async () => {
              const { closedChats } = await remove({ channelId });
              navigate('/settings/channels');
              say(t('removed', { count: closedChats, name }));
            }}
          />
        </DangerRow>
      </ul>
    </Group>
  );
}

function PauseRow({ channel: { id: channelId, name, paused } }: Pick<ChannelDangerProps, 'channel'>) {
  const { t } = useTranslation('channels');
  const pause = useAct('channels.pause', keys.channels);
  const resume = useAct('channels.resume', keys.channels);
  const onError = (error: unknown) => tellTrouble(t('failed'), error);
  const pauseIt = () =>
    pause.mutate(
      { channelId },
      {
        onError,
        onSuccess: () =>
          sayWithUndo(
            t('paused', { name }),
            { onUndo: () => resume.mutate({ channelId }, { onError }) },
            { id: 'channel-paused' },
          ),
      },
    );
  const resumeIt = () =>
    resume.mutate({ channelId }, { onError, onSuccess: () => say(t('resumed', { name }), { id: 'channel-paused' }) });
  return paused ? (
    <DangerRow title={t('resumeTitle')} lead={t('resumeLead')}>
      <Button variant="primary" pending={resume.isPending} onClick={resumeIt}>
        {t('resume')}
      </Button>
    </DangerRow>
  ) : (
    <DangerRow title={t('pauseTitle')} lead={t('pauseLead')}>
      <Button pending={pause.isPending} onClick={pauseIt}>
        {t('pause')}
      </Button>
    </DangerRow>
  );
}
