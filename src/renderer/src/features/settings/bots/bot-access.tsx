import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { Bot } from '#shared/domain/bots.ts';
import { Button } from '#renderer/components/button.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { usePublicAddress } from '#renderer/rpc/use-connection.ts';
import { Group } from '../parts/section.tsx';
import { useEngineForm } from '../parts/engine-form.tsx';
import { tokenForm, TokenField } from './bot-fields.tsx';
import { SecretLine, ShowButton, useOnDemand } from '../parts/secret.tsx';

/** The token and the addresses that end with it; masked until "Show". */
export function BotAccess({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const [changing, setChanging] = useState(false);
  const fetch = () => call('bots.addresses', { botId: bot.id });
  const token = useOnDemand(fetch, t('bots.failed'));
  const service = useOnDemand(fetch, t('bots.failed'));
  const base = usePublicAddress();
  const masked = `${base}/webhooks/${encodeURIComponent(bot.providerId)}/${bot.maskedToken}`;
  const forget = () => {
    token.hide();
    service.hide();
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
        <NewToken bot={bot} onSaved={forget} onDone={() => setChanging(false)} />
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

interface NewTokenProps {
  readonly bot: Bot;
  /** what is shown in full is not valid any more */
  readonly onSaved: () => void;
  readonly onDone: () => void;
}

function NewToken({ bot, onSaved, onDone }: NewTokenProps) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useAct('bots.update', 'bots.list');
  const { form, submit } = useEngineForm({
    rule: tokenForm,
    start: { token: '' },
    send: async ({ token }) => {
      await mutateAsync({ botId: bot.id, token });
      onSaved();
      say(t('bots.botAccess.tokenSaved'));
      onDone();
    },
    failed: t('bots.failed'),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TokenField
        control={form.control}
        name="token"
        label={t('bots.botAccess.newToken')}
        hint={t('bots.botAccess.newTokenHint')}
        autoFocus
      />
      <div className="flex gap-2">
        <Button variant="primary" type="submit" pending={form.formState.isSubmitting}>
          {t('bots.botAccess.save')}
        </Button>
        <Button onClick={onDone}>{t('bots.botAccess.cancel')}</Button>
      </div>
    </form>
  );
}
