import { useTranslation } from 'react-i18next';
import { named } from '#renderer/components/field.tsx';
import { Bot as BotIcon, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { buttonStyles } from '#renderer/components/button.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { EmptyState } from '#renderer/components/lists.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useBots, useChannels, useOffers } from '#renderer/rpc/use-directory.ts';
import { ConflictNotice, tokenConflicts, botPath, BotStateChip } from './bot-state.tsx';
import { AddButton, LinkRow, combineQueries, FieldsSkeleton, Loaded, Section, Group } from '../parts/section.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { FormAddress } from '../parts/address-fields.tsx';
import { ActionButton, type Opened } from '#renderer/components/actions.tsx';
import { FormDialog } from '#renderer/components/forms.tsx';
import { TextField } from '#renderer/components/text-field.tsx';
import { newBotForm, ChannelChoice, TokenField } from './bot-fields.tsx';
import { lazy } from '#renderer/components/lazy.tsx';

const BotPage = lazy(async () => (await import('./bot-page.tsx')).BotPage, FieldsSkeleton);

/** All bots, and ways to add one; `detail`: the page of the bot with this id. */
export function BotsSection({ detail }: { readonly detail?: string | undefined }) {
  const query = combineQueries(useBots('always'), useChannels());
  if (detail !== undefined) return <BotPage botId={detail} of={query} />;
  return <Loaded of={query}>{([bots, channels]) => <BotList bots={bots} channels={channels} />}</Loaded>;
}

function BotList({ bots, channels }: { readonly bots: readonly Bot[]; readonly channels: readonly Channel[] }) {
  const { t } = useTranslation(['channels', 'settings']);
  const [adding, setAdding] = useState(false);
  const offersTestBot = useOffers('testBot');
  const testBot = bots.find(({ endpoint }) => endpoint === null);
  const channelsOf = ({ channelIds }: Bot): string => {
    const names = channels.filter(({ id }) => channelIds.includes(id)).map(({ name }) => name);
    return names.length === 0 ? t('bots.onNoChannel') : names.join(', ');
  };
  const add = <AddButton onClick={() => setAdding(true)}>{t('bots.add')}</AddButton>;
  return (
    <Section title={t('settings:sections.bots')} lead={t('bots.lead')} action={bots.length > 0 ? add : undefined}>
      {tokenConflicts(bots).map((group) => (
        <ConflictNotice key={group.map(({ id }) => id).join(' ')} bots={group} />
      ))}
      {bots.length > 0 ? (
        <Rows rows={bots} keyOf={({ id }) => id}>
          {(bot) => (
            <LinkRow href={botPath(bot.id)} title={bot.name} more={channelsOf(bot)}>
              <BotStateChip bot={bot} />
            </LinkRow>
          )}
        </Rows>
      ) : (
        <EmptyState icon={<BotIcon />} title={t('bots.emptyTitle')} action={add} className="my-6 max-w-104">
          {t('bots.empty')}
        </EmptyState>
      )}
      {offersTestBot && (
        <Group title={t('bots.testBot.title')} lead={t('bots.testBot.lead')}>
          {testBot === undefined ? (
            <StartTestBot />
          ) : (
            <Link href={botPath(testBot.id)} className={buttonStyles({ className: 'self-start' })}>
              <FlaskConical aria-hidden className="size-4" />
              {t('bots.testBot.open')}
            </Link>
          )}
        </Group>
      )}
      <AddBotDialog open={adding} onClose={() => setAdding(false)} />
    </Section>
  );
}

function AddBotDialog(dialog: Opened) {
  const { t } = useTranslation(['channels', 'settings']);
  const [, navigate] = useLocation();
  const { mutateAsync } = useRouteMutation('bots.create', 'bots.list');
  return (
    <FormDialog
      {...dialog}
      title={t('bots.addTitle')}
      description={t('bots.addLead')}
      confirmLabel={t('bots.addConfirm')}
      failed={t('bots.notAdded')}
      rule={newBotForm}
      start={{ name: '', endpoint: '', allowPlainHttp: false, token: '' }}
      send={async (typed) => {
        const { id, name } = await mutateAsync(typed);
        return () => {
          notify(t('bots.added', { name }));
          navigate(botPath(id));
        };
      }}
    >
      {(form) => (
        <>
          <TextField
            {...named('channels:bots.name')}
            placeholder={t('bots.namePlaceholder')}
            typed={form.text('name')}
          />
          <FormAddress of="bot" form={form} />
          <TokenField
            label={t('bots.botAccess.token')}
            hint={t('bots.botAccess.tokenNewHint')}
            typed={form.text('token')}
          />
        </>
      )}
    </FormDialog>
  );
}

function StartTestBot() {
  const { t } = useTranslation(['channels', 'settings']);
  const [, navigate] = useLocation();
  const create = useRouteMutation('bots.create', 'bots.list');
  const [chosen, setChosen] = useState<string[]>([]);
  const start = async () => {
    const bot = await create.mutateAsync({ name: t('bots.testBot.name'), endpoint: null, channelIds: chosen });
    notify(t('bots.testBot.added'));
    navigate(botPath(bot.id));
  };
  return (
    <>
      <ChannelChoice chosen={chosen} hint={t('bots.testBot.channelsHint')} onChange={setChosen} />
      <ActionButton className="self-start" failed={t('bots.notAdded')} act={start}>
        <FlaskConical aria-hidden className="size-4" />
        {t('bots.testBot.start')}
      </ActionButton>
    </>
  );
}
