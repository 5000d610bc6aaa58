import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { say, sayWithUndo } from '#renderer/components/toaster.tsx';
import { channelWords } from './channel-words.ts';
import { DangerRow, Sentences } from './danger-row.tsx';
import type { ListedChannel } from './listed-channel.ts';
import { lostChannelWords } from './lost-secret-words.ts';
import { Group } from './section.tsx';
import { tellTrouble } from './trouble.ts';
import { useChannelChanges } from './use-channel-changes.ts';

interface ChannelDangerProps {
  readonly channel: ListedChannel;
  /** the addresses shown are not valid any more */
  readonly onRenewed: () => void;
}

/** Pause, new secret, remove: what cannot all be taken back stands last, and says what it will do. */
export function ChannelDanger({ channel, onRenewed }: ChannelDangerProps) {
  return (
    <Group title={channel.secretLost === true ? lostChannelWords.danger : channelWords.dangerTitle}>
      <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        <PauseRow channel={channel} />
        {channel.secretLost !== true && <SecretRow channel={channel} onRenewed={onRenewed} />}
        <RemoveRow channel={channel} />
      </ul>
    </Group>
  );
}

function PauseRow({ channel }: { readonly channel: ListedChannel }) {
  const { pause, resume } = useChannelChanges();
  const trouble = (error: unknown) => tellTrouble(channelWords.failed, error);
  const pauseIt = () =>
    pause.mutate(channel.id, {
      onError: trouble,
      onSuccess: () =>
        sayWithUndo(
          channelWords.paused(channel.name),
          { onUndo: () => resume.mutate(channel.id, { onError: trouble }) },
          { id: 'channel-paused' },
        ),
    });
  const resumeIt = () =>
    resume.mutate(channel.id, {
      onError: trouble,
      onSuccess: () => say(channelWords.resumed(channel.name), { id: 'channel-paused' }),
    });
  return channel.paused ? (
    <DangerRow title={channelWords.resumeTitle} lead={channelWords.resumeLead}>
      <Button variant="primary" pending={resume.isPending} onClick={resumeIt}>
        {channelWords.resume}
      </Button>
    </DangerRow>
  ) : (
    <DangerRow title={channelWords.pauseTitle} lead={channelWords.pauseLead}>
      <Button pending={pause.isPending} onClick={pauseIt}>
        {channelWords.pause}
      </Button>
    </DangerRow>
  );
}

function SecretRow({ channel, onRenewed }: ChannelDangerProps) {
  const [asking, setAsking] = useState(false);
  const { renewSecret } = useChannelChanges();
  const renew = () =>
    renewSecret.mutate(channel.id, {
      onError: (error) => tellTrouble(channelWords.failed, error),
      onSuccess: () => {
        onRenewed();
        say(channelWords.secretDone);
      },
      onSettled: () => setAsking(false),
    });
  return (
    <DangerRow title={channelWords.secretTitle} lead={channelWords.secretLead}>
      <Button onClick={() => setAsking(true)}>{channelWords.secret}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={channelWords.secretAsk(channel.name)}
        whatWillHappen={<Sentences sentences={channelWords.secretWill} />}
        confirmLabel={channelWords.secretConfirm}
        danger
        pending={renewSecret.isPending}
        onConfirm={renew}
      />
    </DangerRow>
  );
}

function RemoveRow({ channel }: { readonly channel: ListedChannel }) {
  const [asking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const { remove } = useChannelChanges();
  // Not by callbacks of mutate: this row is gone from the screen before they would be called.
  const removeIt = async () => {
    try {
      const { closedChats } = await remove.mutateAsync(channel.id);
      navigate('/settings/channels');
      say(channelWords.removed(channel.name, closedChats));
    } catch (error) {
      tellTrouble(channelWords.failed, error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <DangerRow title={channelWords.removeTitle} lead={channelWords.removeLead}>
      <Button className="border-urgent text-urgent" onClick={() => setAsking(true)}>
        {channelWords.remove}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={channelWords.removeAsk(channel.name)}
        whatWillHappen={<Sentences sentences={channelWords.removeWill(channel.openChats)} />}
        confirmLabel={channelWords.removeConfirm}
        danger
        pending={remove.isPending}
        onConfirm={() => void removeIt()}
      />
    </DangerRow>
  );
}
