import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { botFields } from '#shared/contract/bots.ts';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { providerForm, type ProviderForm } from './bot-fields.ts';
import { ChannelChoice } from './channel-choice.tsx';
import { PlainHttpField } from '../parts/plain-http-field.tsx';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { Group } from '../parts/section.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useBotChanges } from './use-bot-changes.ts';

const nameForm = z.object({ name: botFields.name });

/** The name, saved as one leaves it. */
export function BotNameField({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const { update } = useBotChanges();
  const form = useForm<z.infer<typeof nameForm>>({
    resolver: zodResolver(nameForm),
    mode: 'onChange',
    values: { name: bot.name },
    resetOptions: { keepDirtyValues: true },
  });
  const leave = async () => {
    if (!(await form.trigger('name'))) return;
    form.setValue('name', form.getValues('name').trim());
    await saveOnLeave({
      field: 'name',
      label: t('bots.bot.name'),
      before: bot.name,
      value: form.getValues('name'),
      save: (name) =>
        update.mutateAsync({ botId: bot.id, name }).then(() => form.resetField('name', { defaultValue: name })),
      onProblem: (message) => form.setError('name', { message }),
    });
  };
  return (
    <TextField
      control={form.control}
      name="name"
      label={t('bots.bot.name')}
      hint={t('bots.bot.nameHint')}
      onLeave={() => void leave()}
    />
  );
}

/** The provider's address and its switch for plain HTTP, saved as one leaves them; empty while the test bot answers. */
export function ProviderFields({
  bot,
  hint = i18n.t('channels:bots.bot.endpointHint'),
}: {
  readonly bot: Bot;
  readonly hint?: string;
}) {
  const { t } = useTranslation('channels');
  const { update } = useBotChanges();
  const saved: ProviderForm = { endpoint: bot.endpoint ?? '', allowPlainHttp: bot.allowPlainHttp };
  const form = useForm<ProviderForm>({
    resolver: zodResolver(providerForm),
    mode: 'onChange',
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });
  const change = (input: Partial<Pick<Bot, 'endpoint' | 'allowPlainHttp'>>) =>
    update.mutateAsync({ botId: bot.id, ...input });

  const saveEndpoint = async (allowPlainHttp: boolean) => {
    form.setValue('endpoint', form.getValues('endpoint').trim());
    if (form.getValues('endpoint') === saved.endpoint || !(await form.trigger('endpoint'))) return;
    await saveOnLeave({
      field: 'endpoint',
      label: t('bots.bot.endpoint'),
      before: saved.endpoint,
      value: form.getValues('endpoint'),
      save: (endpoint) =>
        change({ endpoint: endpoint === '' ? null : endpoint, allowPlainHttp }).then(() =>
          form.resetField('endpoint', { defaultValue: endpoint }),
        ),
      onProblem: (message) => form.setError('endpoint', { message }),
    });
  };

  const switchPlainHttp = async (allowed: boolean) => {
    form.setValue('allowPlainHttp', allowed);
    if (!(await form.trigger('endpoint'))) return;
    await saveOnLeave({
      field: 'allowPlainHttp',
      label: t('allowPlainHttp'),
      before: saved.allowPlainHttp,
      value: allowed,
      save: (allowPlainHttp) =>
        change({ allowPlainHttp }).then(() => form.resetField('allowPlainHttp', { defaultValue: allowPlainHttp })),
      onProblem: (message) => form.setError('endpoint', { message }),
    });
    await saveEndpoint(allowed);
  };

  return (
    <>
      <TextField
        control={form.control}
        name="endpoint"
        label={t('bots.bot.endpoint')}
        hint={hint}
        placeholder={t('bots.bot.endpointPlaceholder')}
        inputMode="url"
        spellCheck={false}
        onLeave={() => void saveEndpoint(form.getValues('allowPlainHttp'))}
      />
      <PlainHttpField
        endpoint={form.watch('endpoint')}
        allowed={form.watch('allowPlainHttp')}
        hint={t('bots.bot.allowPlainHttpHint')}
        warning={t('bots.bot.allowPlainHttpWarning')}
        onChange={(allowed) => void switchPlainHttp(allowed)}
      />
    </>
  );
}

interface BotChannelsProps {
  readonly bot: Bot;
  readonly bots: readonly Bot[];
  readonly channels: readonly Channel[];
}

/** Which channels' new conversations the bot gets; saved at once. */
export function BotChannels({ bot, bots, channels }: BotChannelsProps) {
  const { t } = useTranslation('channels');
  const { update } = useBotChanges();
  // Of removed channels nothing is left to choose.
  const known = bot.channelIds.filter((id) => channels.some((channel) => channel.id === id));
  const change = (channelIds: string[]) =>
    void saveOnLeave({
      field: 'channelIds',
      label: t('bots.bot.channels'),
      before: known,
      value: channelIds,
      save: (next) => update.mutateAsync({ botId: bot.id, channelIds: next }),
      onProblem: () => undefined,
    });
  return (
    <Group title={t('bots.bot.channels')} lead={t('bots.bot.channelsHint')}>
      <ChannelChoice channels={channels} bots={bots} botId={bot.id} chosen={known} onChange={change} />
    </Group>
  );
}
