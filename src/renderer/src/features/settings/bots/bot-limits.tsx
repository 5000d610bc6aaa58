import { useTranslation } from 'react-i18next';
import { botFields } from '#shared/contract/bots.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { useAct } from '#renderer/rpc/use-act.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { SavedNumber } from '../parts/saved-field.tsx';
import { Group } from '../parts/section.tsx';

/** How much a bot may say in an hour, and how long it may say nothing; saved as one leaves them. */
export function BotLimits({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useAct('bots.update', keys.bots);
  return (
    <Group title={t('bots.botLimit.title')}>
      <SavedNumber
        field="hourlyLimit"
        rule={botFields.hourlyLimit}
        label={t('bots.botLimit.hourlyLimit')}
        hint={t('bots.botLimit.hourlyLimitHint')}
        aside={t('bots.botLimit.now', { accepted: bot.acceptedThisHour, limit: bot.hourlyLimit })}
        saved={bot.hourlyLimit}
        save={(hourlyLimit) => mutateAsync({ botId: bot.id, hourlyLimit })}
      />
      <SavedNumber
        field="silenceSeconds"
        rule={botFields.silenceSeconds}
        label={t('bots.botLimit.silence')}
        hint={t('bots.botLimit.silenceHint')}
        saved={bot.silenceSeconds}
        save={(silenceSeconds) => mutateAsync({ botId: bot.id, silenceSeconds })}
      />
    </Group>
  );
}
