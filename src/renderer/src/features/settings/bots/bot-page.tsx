import { useTranslation } from 'react-i18next';
import { ForDevelopers } from '#renderer/components/folding.tsx';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { EmptyState, type QueryState } from '#renderer/components/lists.tsx';
import { useRouteMutation, useCachedMutation } from '#renderer/rpc/ask.ts';
import { BackLink, Notice, Loaded, Section, Group, DangerRow } from '../parts/section.tsx';
import { BotAccess, BotTry } from './bot-try.tsx';
import { BlockedNotice, ConflictNotice, conflictOf, BotStateChip } from './bot-state.tsx';
import { botFields } from '#shared/contract/bots.ts';
import { AddressFields } from '../parts/address-fields.tsx';
import { fieldsOf, saveField, SavedText, SavedNumber } from '#renderer/components/saved-fields.tsx';
import { ChannelChoice, TokenForm } from './bot-fields.tsx';
import { Facts } from '../parts/snippet.tsx';
import { useLocation } from 'wouter';
import { notify } from '#renderer/components/toaster.tsx';
import { ActionButton, ConfirmButton, useAction } from '#renderer/components/actions.tsx';
import { LostSecretNotice } from '../parts/secret.tsx';

interface BotPageProps {
  readonly botId: string;
  readonly of: QueryState<readonly [bots: readonly Bot[], channels: readonly Channel[]]>;
}

export function BotPage({ botId, of }: BotPageProps) {
  const { t } = useTranslation('channels');
  return (
    <div className="flex flex-col gap-2">
      <BackLink href="/settings/bots">{t('bots.back')}</BackLink>
      <Loaded of={of}>
        {([bots, channels]) => {
          const bot = bots.find(({ id }) => id === botId);
          return bot === undefined ? (
            <EmptyState title={t('bots.gone')} className="my-10" />
          ) : (
            <LoadedBot bot={bot} bots={bots} channels={channels} />
          );
        }}
      </Loaded>
    </div>
  );
}

interface LoadedBotProps {
  readonly bot: Bot;
  readonly bots: readonly Bot[];
  readonly channels: readonly Channel[];
}

function LoadedBot({ bot, bots, channels }: LoadedBotProps) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useUpdateBot();
  const of = fieldsOf(bot, (change) => mutateAsync({ ...change, botId: bot.id }), {
    texts: 'channels:bots.',
    rules: botFields,
  });
  const conflict = conflictOf(bot, bots);
  const isLost = bot.state === 'token_lost';
  const access = !isLost && <BotAccess bot={bot} />;
  const untested = untestedAs(bot);
  // Removed channels cannot be chosen.
  const chosen = bot.channelIds.filter((id) => channels.some((channel) => channel.id === id));
  return (
    <Section
      title={bot.name}
      lead={bot.endpoint === null ? t('bots.testBotAnswers') : undefined}
      action={<BotStateChip bot={bot} />}
    >
      {conflict.length > 0 && <ConflictNotice bots={conflict} />}
      <BlockedNotice bot={bot} />
      {isLost && <RestoreBot bot={bot} />}
      {chosen.length === 0 && bot.enabled && (
        <Notice
          tone="attention"
          title={untested === 'never' ? t('bots.botNotice.isNew') : t('bots.botNotice.noChannel')}
        />
      )}
      <SavedText {...of('name')} />
      {!isLost && <BotTry bot={bot} />}
      <Group title={t('bots.channels')} lead={t('bots.channelsHint')}>
        {untested !== undefined && <p className="text-ui font-medium">{t(`bots.untested.${untested}`)}</p>}
        <ChannelChoice
          botId={bot.id}
          chosen={chosen}
          onChange={(value, saved) =>
            saveField({ ...of('channelIds'), label: t('bots.channels'), saved: [...saved], value })
          }
          hideLabel
        />
      </Group>
      {conflict.length > 0 && access}
      <ForDevelopers>
        {bot.endpoint === null ? (
          <Group title={t('bots.connect')}>
            <ProviderFields bot={bot} hint={t('bots.connectHint')} />
          </Group>
        ) : (
          <ProviderFields bot={bot} />
        )}
        {conflict.length === 0 && access}
        <Group title={t('bots.botLimit.title')}>
          <SavedNumber
            {...of('hourlyLimit')}
            aside={t('bots.botLimit.now', { accepted: bot.acceptedThisHour, limit: bot.hourlyLimit })}
          />
          <SavedNumber {...of('silenceSeconds')} />
        </Group>
        <Facts facts={[[t('bots.providerId'), bot.providerId]]} />
      </ForDevelopers>
      <BotDanger bot={bot} />
    </Section>
  );
}

/** Why choosing a channel now is a risk; undefined: it answers, or cannot be tested. */
function untestedAs({ endpoint, enabled, state, reach }: Bot): 'never' | 'failing' | undefined {
  if (endpoint === null || !enabled || state === 'token_lost') return undefined;
  if (reach === undefined) return 'never';
  return reach.failingSince === undefined ? undefined : 'failing';
}

/** The provider's address and its switch for plain HTTP, saved on blur; empty for the test bot. */
function ProviderFields({ bot, ...other }: { readonly bot: Bot; readonly hint?: string }) {
  const { mutateAsync } = useUpdateBot();
  return (
    <AddressFields {...other} of="bot" saved={bot} save={(address) => mutateAsync({ botId: bot.id, ...address })} />
  );
}

function useUpdateBot() {
  return useCachedMutation('bots.update', 'bots.list', {
    after: (bot, known) => known && { bots: known.bots.map((old) => (old.id === bot.id ? { ...old, ...bot } : old)) },
    sequential: true,
  });
}

function BotDanger({ bot: { id: botId, name, enabled } }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const { mutateAsync: remove } = useRouteMutation('bots.remove', 'bots.list');
  const { mutateAsync: enable } = useRouteMutation('bots.enable', 'bots.list');
  const { mutateAsync: disable } = useRouteMutation('bots.disable', 'bots.list');
  const { run } = useAction(t('bots.failed'));
  const switchOn = async () => {
    await enable({ botId });
    notify(t('bots.botDanger.isOn', { name }), { id: 'bot-switched' });
  };
  const switchOff = async () => {
    await disable({ botId });
    const back = { label: t('bots.botDanger.onTitle'), onPress: () => void run(switchOn) };
    notify(t('bots.botDanger.isOff', { name }), { id: 'bot-switched', action: back });
  };
  const to = enabled ? 'off' : 'on';
  return (
    <Group title={t('bots.botDanger.title')}>
      <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        <DangerRow title={t(`bots.botDanger.${to}Title`)} lead={t(`bots.botDanger.${to}Lead`)}>
          <ActionButton
            variant={enabled ? 'outline' : 'primary'}
            failed={t('bots.failed')}
            act={enabled ? switchOff : switchOn}
          >
            {t(`bots.botDanger.${to}`)}
          </ActionButton>
        </DangerRow>
        <DangerRow title={t('bots.botDanger.removeTitle')} lead={t('bots.botDanger.removeLead')}>
          <ConfirmButton
            label={t('bots.botDanger.remove')}
            urgent
            title={t('bots.botDanger.removeAsk', { name })}
            will={([1, 2, 3] as const).map((line) => t(`bots.botDanger.removeWill.${line}`))}
            failed={t('bots.failed')}
            act={async () => {
              const { handedOver } = await remove({ botId });
              navigate('/settings/bots');
              notify(t('bots.botDanger.removed', { count: handedOver, name }));
            }}
          />
        </DangerRow>
      </ul>
    </Group>
  );
}

function RestoreBot({ bot }: { readonly bot: Bot }) {
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
        <TokenForm
          botId={bot.id}
          label={t('lostSecret.lostToken.token')}
          hint={bot.endpoint === null ? undefined : t('lostSecret.lostToken.tokenHint')}
          confirmLabel={t('lostSecret.lostToken.save')}
          onSaved={() => notify(t('lostSecret.lostToken.saved', { name: bot.name }))}
        />
      </Group>
      <hr className="border-t" />
    </>
  );
}
