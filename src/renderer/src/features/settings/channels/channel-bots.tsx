import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { ChevronRight } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { z } from 'zod';
import { channelFields } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { RowField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { useBots } from '#renderer/rpc/use-bots.ts';
import { botPlace } from '../bots/bot-place.ts';
import { BotStateChip } from '../bots/bot-state-chip.tsx';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { Group } from '../parts/section.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useChannelChanges } from './use-channel-changes.ts';

const typeForm = z.object({ botChannelType: channelFields.botChannelType });

/** Which bots answer on this channel, and what they and the status are told of it. */
export function ChannelBots({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  return (
    <Group title={t('bots.channelBot.title')} lead={t('bots.channelBot.lead')}>
      <AttachedBots channelId={channel.id} />
      <CountBot channel={channel} />
      <ChannelType channel={channel} />
    </Group>
  );
}

function AttachedBots({ channelId }: { readonly channelId: string }) {
  const { t } = useTranslation('channels');
  const bots = useBots().data;
  if (bots === undefined) return null;
  const attached = bots.filter(({ channelIds }) => channelIds.includes(channelId));
  if (attached.length === 0) {
    return (
      <p className="text-ui text-ink-quiet">
        {t('bots.channelBot.none')} <Link href="/settings/bots">{t('bots.channelBot.toBots')}</Link>
      </p>
    );
  }
  return (
    <ul className="flex flex-col divide-y divide-hairline overflow-hidden rounded-card border bg-raised">
      {attached.map((bot) => (
        <li key={bot.id}>
          <Link
            href={botPlace(bot.id)}
            className="flex min-h-11 items-center gap-3 px-4 py-2 text-ui text-ink no-underline transition-colors hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="min-w-0 flex-1 truncate font-medium">{bot.name}</span>
            <BotStateChip bot={bot} />
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-quiet" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function CountBot({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const { update } = useChannelChanges();
  const change = (countBot: boolean) =>
    void saveOnLeave({
      field: 'countBot',
      label: t('bots.channelBot.countBot'),
      before: channel.countBot,
      value: countBot,
      save: (value) => update.mutateAsync({ channelId: channel.id, countBot: value }),
      onProblem: () => undefined,
    });
  return (
    <RowField label={t('bots.channelBot.countBot')} hint={t('bots.channelBot.countBotHint')}>
      <Switch checked={channel.countBot} onCheckedChange={change} />
    </RowField>
  );
}

function ChannelType({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const { update } = useChannelChanges();
  const form = useForm<z.infer<typeof typeForm>>({
    resolver: zodResolver(typeForm),
    mode: 'onChange',
    values: { botChannelType: channel.botChannelType },
    resetOptions: { keepDirtyValues: true },
  });
  const leave = async () => {
    if (!(await form.trigger('botChannelType'))) return;
    form.setValue('botChannelType', form.getValues('botChannelType').trim());
    await saveOnLeave({
      field: 'botChannelType',
      label: t('bots.channelBot.channelType'),
      before: channel.botChannelType,
      value: form.getValues('botChannelType'),
      save: (value) =>
        update
          .mutateAsync({ channelId: channel.id, botChannelType: value })
          .then(() => form.resetField('botChannelType', { defaultValue: value })),
      onProblem: (message) => form.setError('botChannelType', { message }),
    });
  };
  return (
    <TextField
      control={form.control}
      name="botChannelType"
      label={t('bots.channelBot.channelType')}
      hint={t('bots.channelBot.channelTypeHint')}
      spellCheck={false}
      onLeave={() => void leave()}
    />
  );
}
