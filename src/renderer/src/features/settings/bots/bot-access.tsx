import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { Bot } from '#shared/domain/bots.ts';
import { Button } from '#renderer/components/button.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { usePublicAddress } from '#renderer/rpc/use-connection.ts';
import { Group } from '../parts/section.tsx';
import { TokenForm } from './bot-fields.tsx';
import { SecretLine, ShowButton, useOnDemand } from '../parts/secret.tsx';

/** The bot's token and the addresses ending with it; masked until "Show". */
export function BotAccess({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const [changing, setChanging] = useState(false);
  const fetch = () => call('bots.addresses', { botId: bot.id });
  const token = useOnDemand(fetch, t('bots.notShown'));
  const service = useOnDemand(fetch, t('bots.notShown'));
  const base = usePublicAddress();
  const masked = `${base}/webhooks/${encodeURIComponent(bot.providerId)}/${bot.maskedToken}`;
  // The token shown is no longer valid.
  const saved = () => {
    token.hide();
    service.hide();
    notify(t('bots.botAccess.tokenSaved'));
    setChanging(false);
  };
  return (
    <Group title={t('bots.botAccess.title')} lead={t('bots.botAccess.lead')}>
      <SecretLine
        label={t('bots.botAccess.service')}
        hint={t('bots.botAccess.serviceHint')}
        text={service.full?.service ?? masked}
        copyLabel={t('bots.botAccess.copyService')}
        onCopy={async () => (await fetch()).service}
        before={
          <ShowButton
            secret={service}
            showLabel={t('bots.botAccess.showService')}
            hideLabel={t('bots.botAccess.hideService')}
          />
        }
      />
      {changing ? (
        <TokenForm
          botId={bot.id}
          label={t('bots.botAccess.newToken')}
          hint={t('bots.botAccess.newTokenHint')}
          autoFocus
          confirmLabel={t('bots.botAccess.save')}
          onSaved={saved}
          onCancel={() => setChanging(false)}
        />
      ) : (
        <SecretLine
          label={t('bots.botAccess.token')}
          hint={t('bots.botAccess.tokenHint')}
          text={token.full?.token ?? bot.maskedToken}
          copyLabel={t('bots.botAccess.copyToken')}
          onCopy={async () => (await fetch()).token}
          before={
            <ShowButton
              secret={token}
              showLabel={t('bots.botAccess.showToken')}
              hideLabel={t('bots.botAccess.hideToken')}
            />
          }
          after={
            <Button aria-label={t('bots.botAccess.changeToken')} onClick={() => setChanging(true)}>
              {t('bots.botAccess.change')}
            </Button>
          }
        />
      )}
    </Group>
  );
}
