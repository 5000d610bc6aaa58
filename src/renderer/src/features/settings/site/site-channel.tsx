import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { lazy } from '#renderer/components/lazy.tsx';
import { channelFields } from '#shared/contract/channels.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { ChannelBots, ChannelDanger, useChannelFields, ChannelTabs } from '../channels/channel-settings.tsx';
import type { ChannelPageProps } from '../channels/channel-kind.ts';
import { AddressReach, MovedPort } from '../connection/reach-notices.tsx';
import { ChannelHours, ChannelRating } from '../hours/channel-hours.tsx';
import { ChannelAutomatic } from '../hours/messages-section.tsx';
import { SavedText } from '#renderer/components/saved-fields.tsx';
import { Group } from '../parts/section.tsx';
import { ChatPage, Proof, ScriptLine } from './put-on-site.tsx';
import { ThroughWebsite } from '../letterbox/through-website.tsx';
import { LookEditor } from './look-editor.tsx';
import { GUIDE, GuideLink } from './guide-progress.tsx';
import { AskedFields, InvitationFields, ListedVisitors, SentFiles } from './visitor-fields.tsx';
import { Websites } from './websites.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { usePublicAddress } from '#renderer/rpc/use-directory.ts';
import { ActionButton, ConfirmButton } from '#renderer/components/actions.tsx';
import { LostSecretNotice, SecretLine, ShowButton, useOnDemand } from '../parts/secret.tsx';
import { CodeBlock, CopiedLine } from '../parts/snippet.tsx';
import { scriptLine } from '#shared/domain/site-addresses.ts';

const Guide = lazy(async () => (await import('./guide.tsx')).Guide);

/** A window on the owner's website: its settings, or the guide that puts it there. */
export function SiteChannel({ channel, tab }: ChannelPageProps) {
  const { t } = useTranslation(['website', 'channels']);
  const of = useChannelFields(channel);
  if (tab === GUIDE) return <Guide channel={channel} />;
  return (
    <ChannelTabs
      channel={channel}
      tab={tab}
      wide
      tabs={[
        {
          value: 'window',
          label: t('tabs.window'),
          panel: (
            <>
              <div className="max-w-[560px]">
                <SavedText {...of('name')} hint={t('nameHint')} rule={channelFields.name} />
              </div>
              <LookEditor channel={channel} />
              <Narrow>
                <AskedFields channel={channel} />
                <SentFiles channel={channel} />
                <InvitationFields channel={channel} />
                <ListedVisitors channel={channel} />
                <ChannelDanger
                  channel={channel}
                  title={t('danger.title')}
                  pauseLead={t('danger.pauseLead')}
                  resumeLead={t('danger.resumeLead')}
                  removeWill={t('danger.removeWill')}
                />
              </Narrow>
            </>
          ),
        },
        {
          value: 'website',
          label: t('tabs.website'),
          panel: (
            <Narrow>
              <Group title={t('through.title')} lead={t('through.lead')}>
                <ThroughWebsite channel={channel} proof={<Proof channel={channel} />} />
              </Group>
              <Group title={t('script.title')} lead={t('script.lead')}>
                {channel.box === undefined && (
                  <>
                    <MovedPort />
                    <AddressReach />
                  </>
                )}
                <ScriptLine channel={channel} />
                {channel.box === undefined && <Proof channel={channel} />}
              </Group>
              <Websites channel={channel} />
              <Group title={t('page.title')} lead={t('page.lead')}>
                <AddressReach channel={channel} />
                <ChatPage channel={channel} />
              </Group>
            </Narrow>
          ),
        },
        {
          value: 'hours',
          label: t('channels:tabs.hours'),
          panel: (
            <Narrow>
              <ChannelHours channel={channel} />
              <ChannelAutomatic channel={channel} />
              <ChannelRating channel={channel} />
            </Narrow>
          ),
        },
        {
          value: 'bots',
          label: t('tabs.bots'),
          panel: (
            <Narrow>
              <ChannelBots channel={channel} countBotHint={t('countBotHint')} />
            </Narrow>
          ),
        },
        {
          value: 'developers',
          label: t('tabs.developers'),
          panel: (
            <Narrow>
              <ForDevelopersOfSite channel={channel} />
            </Narrow>
          ),
        },
      ]}
    >
      {channel.secretLost === true && <LostKey channel={channel} />}
      <GuideLink channel={channel} />
    </ChannelTabs>
  );
}

/** One column, as in other settings. */
function Narrow({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex max-w-[560px] flex-col gap-6 first:[&>section:first-child]:border-t-0 first:[&>section:first-child]:pt-0">
      {children}
    </div>
  );
}

const MASK = '••••••••••••••••';

/** For developers of the website: the channel's id, the key of its signatures, and what pages can ask of the window. */
function ForDevelopersOfSite({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation(['website', 'channels']);
  const line = scriptLine(usePublicAddress(), channel);
  return (
    <>
      <Group title={t('channels:publicId')} lead={t('developers.publicIdLead')}>
        <CopiedLine text={channel.publicId} copyLabel={t('developers.copyPublicId')} />
      </Group>
      <IdentityKey channel={channel} />
      <Group title={t('developers.api')} lead={t('developers.apiLead')}>
        <AddressReach channel={channel} />
        <CodeBlock label={t('developers.api')} text={apiExample(line)} className="px-3 py-2.5" />
      </Group>
    </>
  );
}

/** The key with which a website signs who is signed in there. */
function IdentityKey({ channel: { id: channelId, name, secretLost } }: { readonly channel: Channel }) {
  const { t } = useTranslation(['website', 'channels']);
  const { call } = useConsole();
  const { mutateAsync: renew } = useRouteMutation('channels.renewSecret', 'channels.list');
  const key = useOnDemand(
    async () => (await call('sites.addresses', { channelId })).identityKey,
    t('developers.notShown'),
  );
  return (
    <Group
      title={t('developers.key')}
      lead={t('developers.keyLead')}
      action={
        secretLost !== true && <ShowButton secret={key} labels={[t('developers.showKey'), t('developers.hideKey')]} />
      }
    >
      {secretLost !== true && (
        <SecretLine
          label={t('developers.keyLabel')}
          hint={t('developers.keyHint')}
          text={key.full ?? MASK}
          copyLabel={t('developers.copyKey')}
          onCopy={key.fetch}
        />
      )}
      <div className="self-start">
        <ConfirmButton
          label={t('developers.renew')}
          title={t('developers.renewAsk', { name })}
          will={[t('developers.renewWill.1'), t('developers.renewWill.2')]}
          failed={t('developers.notRenewed')}
          act={() => renew({ channelId }).then(key.hide)}
          done={t('developers.renewed')}
        />
      </div>
    </Group>
  );
}

/** The whole of `counterbell(…)` in one page. */
function apiExample(line: string): string {
  return [
    `<script>`,
    `  window.counterbell ||= function () {`,
    `    (counterbell.q ||= []).push(arguments);`,
    `  };`,
    `  counterbell('identify', {`,
    `    id: '42', name: 'Anna', email: 'anna@example.com',`,
    `    signature: '…', // HMAC-SHA-256 of the id, made on your server`,
    `  });`,
    `  counterbell('on', 'unread', (count) => console.log(count));`,
    `</script>`,
    line,
    ``,
    `<button onclick="counterbell('open')">Chat</button>`,
  ].join('\n');
}

/** Says that the channel's key can no longer be read, and what renewing it means. */
function LostKey({ channel: { id: channelId } }: { readonly channel: Channel }) {
  const { t } = useTranslation(['website', 'channels']);
  const { mutateAsync: renew } = useRouteMutation('channels.renewSecret', 'channels.list');
  return (
    <>
      <LostSecretNotice title={t('lost.title')}>{t('lost.what')}</LostSecretNotice>
      <Group title={t('lost.renewTitle')} lead={t('lost.renewLead')}>
        <ActionButton
          variant="primary"
          className="self-start"
          failed={t('developers.notRenewed')}
          act={() => renew({ channelId })}
          done={t('developers.renewed')}
        >
          {t('developers.renew')}
        </ActionButton>
      </Group>
      <hr className="border-t" />
    </>
  );
}
