import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import type { SyntheticEvent } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { botFields } from '#shared/contract/bots.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { Button } from '#renderer/components/button.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { LostSecretNotice } from '../parts/lost-secret-notice.tsx';
import { Group } from '../parts/section.tsx';
import { TokenField } from './token-field.tsx';
import { fieldProblem, tellTrouble } from '../parts/trouble.ts';
import { useBotChanges } from './use-bot-changes.ts';

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

const tokenForm = z.object({ token: botFields.token });

function TokenAgain({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const { update } = useBotChanges();
  const form = useForm({ resolver: zodResolver(tokenForm), mode: 'onTouched', defaultValues: { token: '' } });
  // Not by callbacks of mutate: this form is gone from the screen before they would be called.
  const save = async ({ token }: z.infer<typeof tokenForm>) => {
    try {
      await update.mutateAsync({ botId: bot.id, token });
      say(t('lostSecret.lostToken.saved', { name: bot.name }));
    } catch (error) {
      const message = fieldProblem(error, 'token');
      if (message === undefined) tellTrouble(t('bots.bot.failed'), error);
      else form.setError('token', { message });
    }
  };
  const submit = (event: SyntheticEvent) => void form.handleSubmit(save)(event);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TokenField
        control={form.control}
        name="token"
        label={t('lostSecret.lostToken.token')}
        hint={bot.endpoint === null ? undefined : t('lostSecret.lostToken.tokenHint')}
      />
      <Button variant="primary" type="submit" pending={update.isPending} className="self-start">
        {t('lostSecret.lostToken.save')}
      </Button>
    </form>
  );
}
