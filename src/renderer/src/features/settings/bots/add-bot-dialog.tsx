import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { type SyntheticEvent, useId } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { newBotForm, type NewBotForm } from './bot-fields.ts';
import { botPlace } from './bot-place.ts';
import { ChannelChoice } from './channel-choice.tsx';
import { PlainHttpField } from '../parts/plain-http-field.tsx';
import { TextField } from '../parts/text-field.tsx';
import { TokenField } from './token-field.tsx';
import { fieldProblem, tellTrouble } from '../parts/trouble.ts';
import { useBotChanges } from './use-bot-changes.ts';

interface AddBotDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly channels: readonly Channel[];
  /** those there are already */
  readonly bots: readonly Bot[];
}

/** Asks for what a provider gave, and for the channels; then opens the new bot's page. */
export function AddBotDialog({ open, onOpenChange, channels, bots }: AddBotDialogProps) {
  const { t } = useTranslation('channels');
  const formId = useId();
  const { create } = useBotChanges();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bots.bot.addTitle')}
      description={t('bots.bot.addLead')}
      footer={
        <>
          <DialogClose render={<Button>{t('bots.botAccess.cancel')}</Button>} />
          <Button variant="primary" type="submit" form={formId} pending={create.isPending}>
            {t('bots.bot.addConfirm')}
          </Button>
        </>
      }
    >
      <AddBotForm
        id={formId}
        create={create.mutateAsync}
        channels={channels}
        bots={bots}
        onAdded={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

interface AddBotFormProps extends Pick<AddBotDialogProps, 'channels' | 'bots'> {
  readonly id: string;
  readonly create: ReturnType<typeof useBotChanges>['create']['mutateAsync'];
  readonly onAdded: () => void;
}

const asked = ['name', 'endpoint', 'token'] as const;

function AddBotForm({ id, create, channels, bots, onAdded }: AddBotFormProps) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const form = useForm<NewBotForm>({
    resolver: zodResolver(newBotForm),
    mode: 'onTouched',
    defaultValues: {
      name: '',
      endpoint: '',
      allowPlainHttp: false,
      token: '',
      channelIds: channels.map((channel) => channel.id),
    },
  });
  const { field: chosen } = useController({ control: form.control, name: 'channelIds' });

  const add = async (input: NewBotForm) => {
    try {
      const bot = await create(input);
      onAdded();
      say(t('bots.bot.added', { name: bot.name }));
      navigate(botPlace(bot.id));
    } catch (error) {
      const problems = asked.map((field) => [field, fieldProblem(error, field)] as const);
      for (const [field, message] of problems) if (message !== undefined) form.setError(field, { message });
      if (problems.every(([, message]) => message === undefined)) tellTrouble(t('bots.bot.failed'), error);
    }
  };
  const submit = (event: SyntheticEvent) => void form.handleSubmit(add)(event);

  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        control={form.control}
        name="name"
        label={t('bots.bot.name')}
        hint={t('bots.bot.nameHint')}
        placeholder={t('bots.bot.namePlaceholder')}
        autoFocus
      />
      <TextField
        control={form.control}
        name="endpoint"
        label={t('bots.bot.endpoint')}
        hint={t('bots.bot.endpointHint')}
        placeholder={t('bots.bot.endpointPlaceholder')}
        inputMode="url"
        spellCheck={false}
      />
      <PlainHttpField
        endpoint={form.watch('endpoint')}
        allowed={form.watch('allowPlainHttp')}
        hint={t('bots.bot.allowPlainHttpHint')}
        warning={t('bots.bot.allowPlainHttpWarning')}
        onChange={(allowed) => {
          form.setValue('allowPlainHttp', allowed);
          void form.trigger('endpoint');
        }}
      />
      <TokenField
        control={form.control}
        name="token"
        label={t('bots.botAccess.token')}
        hint={t('bots.botAccess.tokenNewHint')}
      />
      <div className="flex flex-col gap-1.5">
        <p className="text-ui font-medium">{t('bots.bot.channels')}</p>
        <ChannelChoice
          channels={channels}
          bots={bots}
          botId={undefined}
          chosen={chosen.value}
          onChange={chosen.onChange}
        />
      </div>
    </form>
  );
}
