import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Bot } from '#shared/domain/bots.ts';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { say, sayWithUndo } from '#renderer/components/toaster.tsx';
import { botDangerWords, botWords } from './bot-words.ts';
import { DangerRow, Sentences } from './danger-row.tsx';
import { Group } from './section.tsx';
import { tellTrouble } from './trouble.ts';
import { useBotChanges } from './use-bot-changes.ts';

/** Off and on, remove: what becomes of the bot's chats is said before. */
export function BotDanger({ bot }: { readonly bot: Bot }) {
  return (
    <Group title={botDangerWords.title}>
      <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        <SwitchRow bot={bot} />
        <RemoveRow bot={bot} />
      </ul>
    </Group>
  );
}

function SwitchRow({ bot }: { readonly bot: Bot }) {
  const { enable, disable } = useBotChanges();
  const trouble = (error: unknown) => tellTrouble(botWords.failed, error);
  const switchOn = () =>
    enable.mutate(bot.id, {
      onError: trouble,
      onSuccess: () => say(botDangerWords.isOn(bot.name), { id: 'bot-switched' }),
    });
  const switchOff = () =>
    disable.mutate(bot.id, {
      onError: trouble,
      onSuccess: () =>
        sayWithUndo(
          botDangerWords.isOff(bot.name),
          { label: botDangerWords.onTitle, onUndo: switchOn },
          { id: 'bot-switched' },
        ),
    });
  return bot.enabled ? (
    <DangerRow title={botDangerWords.offTitle} lead={botDangerWords.offLead}>
      <Button pending={disable.isPending} onClick={switchOff}>
        {botDangerWords.off}
      </Button>
    </DangerRow>
  ) : (
    <DangerRow title={botDangerWords.onTitle} lead={botDangerWords.onLead}>
      <Button variant="primary" pending={enable.isPending} onClick={switchOn}>
        {botDangerWords.on}
      </Button>
    </DangerRow>
  );
}

function RemoveRow({ bot }: { readonly bot: Bot }) {
  const [asking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const { remove } = useBotChanges();
  // Not by callbacks of mutate: this row is gone from the screen before they would be called.
  const removeIt = async () => {
    try {
      const { handedOver } = await remove.mutateAsync(bot.id);
      navigate('/settings/bots');
      say(botDangerWords.removed(bot.name, handedOver));
    } catch (error) {
      tellTrouble(botWords.failed, error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <DangerRow title={botDangerWords.removeTitle} lead={botDangerWords.removeLead}>
      <Button className="border-urgent text-urgent" onClick={() => setAsking(true)}>
        {botDangerWords.remove}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={botDangerWords.removeAsk(bot.name)}
        whatWillHappen={<Sentences sentences={botDangerWords.removeWill} />}
        confirmLabel={botDangerWords.remove}
        danger
        pending={remove.isPending}
        onConfirm={() => void removeIt()}
      />
    </DangerRow>
  );
}
