import { zodResolver } from '@hookform/resolvers/zod';
import type { SyntheticEvent } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { botFields } from '#shared/contract/bots.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { Button } from '#renderer/components/button.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { botWords } from './bot-words.ts';
import { LostSecretNotice } from './lost-secret-notice.tsx';
import { lostTokenWords } from './lost-secret-words.ts';
import { Group } from './section.tsx';
import { TokenField } from './token-field.tsx';
import { fieldProblem, tellTrouble } from './trouble.ts';
import { useBotChanges } from './use-bot-changes.ts';

/** What happened to a bot whose token can no longer be read, and the way to make it work again. */
export function RestoreBot({ bot }: { readonly bot: Bot }) {
  return (
    <>
      <LostSecretNotice title={bot.enabled ? lostTokenWords.title : lostTokenWords.titleOff}>
        {lostTokenWords.what} {bot.enabled && lostTokenWords.customers}
      </LostSecretNotice>
      <Group
        title={lostTokenWords.giveTitle}
        lead={bot.endpoint === null ? lostTokenWords.giveLeadTestBot : lostTokenWords.giveLead}
      >
        <TokenAgain bot={bot} />
      </Group>
      <hr className="border-t" />
    </>
  );
}

const tokenForm = z.object({ token: botFields.token });

function TokenAgain({ bot }: { readonly bot: Bot }) {
  const { update } = useBotChanges();
  const form = useForm({ resolver: zodResolver(tokenForm), mode: 'onTouched', defaultValues: { token: '' } });
  // Not by callbacks of mutate: this form is gone from the screen before they would be called.
  const save = async ({ token }: z.infer<typeof tokenForm>) => {
    try {
      await update.mutateAsync({ botId: bot.id, token });
      say(lostTokenWords.saved(bot.name));
    } catch (error) {
      const message = fieldProblem(error, 'token');
      if (message === undefined) tellTrouble(botWords.failed, error);
      else form.setError('token', { message });
    }
  };
  const submit = (event: SyntheticEvent) => void form.handleSubmit(save)(event);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TokenField
        control={form.control}
        name="token"
        label={lostTokenWords.token}
        hint={bot.endpoint === null ? undefined : lostTokenWords.tokenHint}
      />
      <Button variant="primary" type="submit" pending={update.isPending} className="self-start">
        {lostTokenWords.save}
      </Button>
    </form>
  );
}
