import { useTranslation } from 'react-i18next';
import type { Bot } from '#shared/domain/bots.ts';
import { Button } from '#renderer/components/button.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { keys } from '#renderer/rpc/query-keys.ts';
import { useAct } from '#renderer/rpc/use-act.ts';
import { LostSecretNotice } from '../parts/lost-secret-notice.tsx';
import { Group } from '../parts/section.tsx';
import { useEngineForm } from '../parts/engine-form.tsx';
import { tokenForm, TokenField } from './token-field.tsx';

/** What happened to a bot whose token can no longer be read, and the way to make it work again. */
export function RestoreBot({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  return (
    <>
      <LostSecretNotice title={bot.enabled ? t('lostSecret.lostToken.title') : t('lostSecret.lostToken.titleOff')}>
        {t('lostSecret.lostToken.what')} {bot.enabled && t('lostSecret.lostToken.customers')}
      </LostSecretNotice>
      <Group
        title={t('lostSecret.lostToken.giveTitle')}
        lead={bot.endpoint === null ? t('lostSecret.lostToken.giveLeadTestBot') : t('lostSecret.lostToken.giveLead')}
      >
        <TokenAgain bot={bot} />
      </Group>
      <hr className="border-t" />
    </>
  );
}

function TokenAgain({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useAct('bots.update', keys.bots);
  const { form, submit } = useEngineForm({
    rule: tokenForm,
    start: { token: '' },
    send: async ({ token }) => {
      await mutateAsync({ botId: bot.id, token });
      say(t('lostSecret.lostToken.saved', { name: bot.name }));
    },
    failed: t('bots.failed'),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TokenField
        control={form.control}
        name="token"
        label={t('lostSecret.lostToken.token')}
        hint={bot.endpoint === null ? undefined : t('lostSecret.lostToken.tokenHint')}
      />
      <Button variant="primary" type="submit" pending={form.formState.isSubmitting} className="self-start">
        {t('lostSecret.lostToken.save')}
      </Button>
    </form>
  );
}
