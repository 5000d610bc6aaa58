import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Bot } from '#shared/domain/bots.ts';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { say, sayWithUndo } from '#renderer/components/toaster.tsx';
import { DangerRow, Sentences } from '../parts/danger-row.tsx';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import { useBotChanges } from './use-bot-changes.ts';

/** Off and on, remove: what becomes of the bot's chats is said before. */
export function BotDanger({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  return (
    <Group title={t('bots.botDanger.title')}>
      <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        <SwitchRow bot={bot} />
        <RemoveRow bot={bot} />
      </ul>
    </Group>
  );
}

function SwitchRow({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const { enable, disable } = useBotChanges();
  const trouble = (error: unknown) => tellTrouble(t('bots.bot.failed'), error);
  const switchOn = () =>
    enable.mutate(bot.id, {
      onError: trouble,
      onSuccess: () => say(t('bots.botDanger.isOn', { name: bot.name }), { id: 'bot-switched' }),
    });
  const switchOff = () =>
    disable.mutate(bot.id, {
      onError: trouble,
      onSuccess: () =>
        sayWithUndo(
          t('bots.botDanger.isOff', { name: bot.name }),
          { label: t('bots.botDanger.onTitle'), onUndo: switchOn },
          { id: 'bot-switched' },
        ),
    });
  return bot.enabled ? (
    <DangerRow title={t('bots.botDanger.offTitle')} lead={t('bots.botDanger.offLead')}>
      <Button pending={disable.isPending} onClick={switchOff}>
        {t('bots.botDanger.off')}
      </Button>
    </DangerRow>
  ) : (
    <DangerRow title={t('bots.botDanger.onTitle')} lead={t('bots.botDanger.onLead')}>
      <Button variant="primary" pending={enable.isPending} onClick={switchOn}>
        {t('bots.botDanger.on')}
      </Button>
    </DangerRow>
  );
}

function RemoveRow({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const [asking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const { remove } = useBotChanges();
  // Not by callbacks of mutate: this row is gone from the screen before they would be called.
  const removeIt = async () => {
    try {
      const { handedOver } = await remove.mutateAsync(bot.id);
      navigate('/settings/bots');
      say(t('bots.botDanger.removed', { count: handedOver, name: bot.name }));
    } catch (error) {
      tellTrouble(t('bots.bot.failed'), error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <DangerRow title={t('bots.botDanger.removeTitle')} lead={t('bots.botDanger.removeLead')}>
      <Button className="border-urgent text-urgent" onClick={() => setAsking(true)}>
        {t('bots.botDanger.remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('bots.botDanger.removeAsk', { name: bot.name })}
        whatWillHappen={
          <Sentences
            sentences={[
              t('bots.botDanger.removeWill.1'),
              t('bots.botDanger.removeWill.2'),
              t('bots.botDanger.removeWill.3'),
            ]}
          />
        }
        confirmLabel={t('bots.botDanger.remove')}
        danger
        pending={remove.isPending}
        onConfirm={() => void removeIt()}
      />
    </DangerRow>
  );
}
