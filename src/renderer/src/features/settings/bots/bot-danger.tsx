import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Bot } from '#shared/domain/bots.ts';
import { Button } from '#renderer/components/button.tsx';
import { say, sayWithUndo } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/use-act.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { AskFirst } from '../parts/ask-first.tsx';
import { DangerRow } from '../parts/danger-row.tsx';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';

/** Off and on, remove: what becomes of the bot's chats is said before. */
export function BotDanger({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const { id: botId, name } = bot;
  const { mutateAsync: remove } = useAct('bots.remove', keys.bots);
  return (
    <Group title={t('bots.botDanger.title')}>
      <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        <SwitchRow bot={bot} />
        <DangerRow title={t('bots.botDanger.removeTitle')} lead={t('bots.botDanger.removeLead')}>
          <AskFirst
            label={t('bots.botDanger.remove')}
            urgent
            title={t('bots.botDanger.removeAsk', { name })}
            will={[
              t('bots.botDanger.removeWill.1'),
              t('bots.botDanger.removeWill.2'),
              t('bots.botDanger.removeWill.3'),
            ]}
            failed={t('bots.failed')}
            act={async () => {
              const { handedOver } = await remove({ botId });
              navigate('/settings/bots');
              say(t('bots.botDanger.removed', { count: handedOver, name }));
            }}
          />
        </DangerRow>
      </ul>
    </Group>
  );
}

function SwitchRow({ bot: { id: botId, name, enabled } }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const enable = useAct('bots.enable', keys.bots);
  const disable = useAct('bots.disable', keys.bots);
  const onError = (error: unknown) => tellTrouble(t('bots.failed'), error);
  const switchOn = () =>
    enable.mutate(
      { botId },
      { onError, onSuccess: () => say(t('bots.botDanger.isOn', { name }), { id: 'bot-switched' }) },
    );
  const switchOff = () =>
    disable.mutate(
      { botId },
      {
        onError,
        onSuccess: () =>
          sayWithUndo(
            t('bots.botDanger.isOff', { name }),
            { label: t('bots.botDanger.onTitle'), onUndo: switchOn },
            { id: 'bot-switched' },
          ),
      },
    );
  return enabled ? (
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
