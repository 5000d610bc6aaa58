import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { say, sayWithUndo } from '#renderer/components/toaster.tsx';
import { DangerRow, Sentences } from '../parts/danger-row.tsx';
import type { ListedChannel } from './listed-channel.ts';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import { useChannelChanges } from './use-channel-changes.ts';

interface ChannelDangerProps {
  readonly channel: ListedChannel;
  /** the addresses shown are not valid any more */
  readonly onRenewed: () => void;
}

/** Pause, new secret, remove: what cannot all be taken back stands last, and says what it will do. */
export function ChannelDanger({ channel, onRenewed }: ChannelDangerProps) {
  const { t } = useTranslation('channels');
  return (
    <Group title={channel.secretLost === true ? t('lostSecret.lostChannel.danger') : t('dangerTitle')}>
      <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        <PauseRow channel={channel} />
        {channel.secretLost !== true && <SecretRow channel={channel} onRenewed={onRenewed} />}
        <RemoveRow channel={channel} />
      </ul>
    </Group>
  );
}

function PauseRow({ channel }: { readonly channel: ListedChannel }) {
  const { t } = useTranslation('channels');
  const { pause, resume } = useChannelChanges();
  const trouble = (error: unknown) => tellTrouble(t('failed'), error);
  const pauseIt = () =>
    pause.mutate(channel.id, {
      onError: trouble,
      onSuccess: () =>
        sayWithUndo(
          t('paused', { name: channel.name }),
          { onUndo: () => resume.mutate(channel.id, { onError: trouble }) },
          { id: 'channel-paused' },
        ),
    });
  const resumeIt = () =>
    resume.mutate(channel.id, {
      onError: trouble,
      onSuccess: () => say(t('resumed', { name: channel.name }), { id: 'channel-paused' }),
    });
  return channel.paused ? (
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

function SecretRow({ channel, onRenewed }: ChannelDangerProps) {
  const { t } = useTranslation('channels');
  const [asking, setAsking] = useState(false);
  const { renewSecret } = useChannelChanges();
  const renew = () =>
    renewSecret.mutate(channel.id, {
      onError: (error) => tellTrouble(t('failed'), error),
      onSuccess: () => {
        onRenewed();
        say(t('secretDone'));
      },
      onSettled: () => setAsking(false),
    });
  return (
    <DangerRow title={t('secretTitle')} lead={t('secretLead')}>
      <Button onClick={() => setAsking(true)}>{t('secret')}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('secretAsk', { name: channel.name })}
        whatWillHappen={<Sentences sentences={[t('secretWill.1'), t('secretWill.2')]} />}
        confirmLabel={t('secretConfirm')}
        danger
        pending={renewSecret.isPending}
        onConfirm={renew}
      />
    </DangerRow>
  );
}

function RemoveRow({ channel }: { readonly channel: ListedChannel }) {
  const { t } = useTranslation('channels');
  const [asking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const { remove } = useChannelChanges();
  // Not by callbacks of mutate: this row is gone from the screen before they would be called.
  const removeIt = async () => {
    try {
      const { closedChats } = await remove.mutateAsync(channel.id);
      navigate('/settings/channels');
      say(t('removed', { count: closedChats, name: channel.name }));
    } catch (error) {
      tellTrouble(t('failed'), error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <DangerRow title={t('removeTitle')} lead={t('removeLead')}>
      <Button className="border-urgent text-urgent" onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('removeAsk', { name: channel.name })}
        whatWillHappen={
          <Sentences
            sentences={[t('removeWill.1', { count: channel.openChats }), t('removeWill.2'), t('removeWill.3')]}
          />
        }
        confirmLabel={t('removeConfirm')}
        danger
        pending={remove.isPending}
        onConfirm={() => void removeIt()}
      />
    </DangerRow>
  );
}
