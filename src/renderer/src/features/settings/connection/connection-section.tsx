import { useTranslation } from 'react-i18next';
import { Globe, House, Network, PanelsTopLeft, Waypoints, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ConnectionView, Way } from '#shared/contract/connection.ts';
import { useConnectionView, useLetterboxes, useOffers } from '#renderer/rpc/use-directory.ts';
import { Group, Loaded, Notice, Section } from '../parts/section.tsx';
import { saveField } from '#renderer/components/saved-fields.tsx';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { useConnectionFields } from './connection-fields.ts';
import { CHOICE_FACTS, isMethodInUse, UseWay, ReachPanel } from './reach-panel.tsx';
import { Facts } from '../parts/snippet.tsx';
import { CheckEverything } from './checks.tsx';
import { LanWay, OwnWay } from './ways.tsx';
import { MovedPort } from './reach-notices.tsx';
import { TunnelWay } from './tunnel-way.tsx';
import { WebsiteWay } from '../letterbox/website-way.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { Button } from '#renderer/components/button.tsx';

/** Besides the address of the listener, of which one is in use: the owner's websites, any number of them. */
type Choice = Way | 'website';

const allWays: readonly Choice[] = ['website', 'local', 'lan', 'own', 'tunnel'];
/** For a host that opens no way in of its own. */
const waysFromElsewhere: readonly Choice[] = ['website', 'local', 'own'];
const icons: Record<Choice, ReactNode> = {
  website: <PanelsTopLeft />,
  local: <House />,
  lan: <Network />,
  own: <Globe />,
  tunnel: <Waypoints />,
};

interface ConnectionSectionProps {
  /** the connection method that is shown at first; left out or unknown: the one in use */
  readonly detail?: string | undefined;
  /** of a tunnel: the form of it that is shown at first */
  readonly tab?: string | undefined;
}

/** Shows how customers reach this computer: the current state and the check above, then the connection methods. */
export function ConnectionSection({ detail, tab }: ConnectionSectionProps) {
  const { t } = useTranslation(['connection', 'settings']);
  const ways = useOffers('network') ? allWays : waysFromElsewhere;
  return (
    <Section title={t('settings:sections.connection')} lead={t('lead')}>
      <Loaded of={useConnectionView()}>
        {(view) => (
          <MethodSettings key={tab} view={view} ways={ways} start={ways.find((way) => way === detail)} form={tab} />
        )}
      </Loaded>
    </Section>
  );
}

interface MethodSettingsProps {
  readonly view: ConnectionView;
  readonly ways: readonly Choice[];
  readonly start: Choice | undefined;
  readonly form: string | undefined;
}

function MethodSettings({ view, ways, start, form }: MethodSettingsProps) {
  const { t } = useTranslation(['connection', 'settings']);
  const [looked, setLooked] = useState(start);
  const hasWebsites = (useLetterboxes() ?? []).length > 0;
  const isInUse = (way: Choice): boolean => {
    if (way === 'website') return hasWebsites;
    // What is reached through a website is not reached from this computer only.
    return isMethodInUse(view, way) && !(way === 'local' && hasWebsites);
  };
  // It stays after the last website has been disconnected.
  if (looked === undefined && hasWebsites && view.settings.way === 'local') setLooked('website');
  const shown = looked ?? view.settings.way;
  return (
    <>
      <MovedPort />
      <ReachPanel view={view} />
      <ForwarderNotices view={view} />
      <CheckEverything view={view} />
      <Group title={t('ways')} lead={t('waysLead')}>
        <ChoiceCards<Choice>
          label={t('ways')}
          hideLabel
          value={shown}
          onChoose={setLooked}
          choices={ways.map((way) => ({
            value: way,
            title: t(`way.${way}.title`),
            icon: icons[way],
            mark: isInUse(way) ? t('inUse') : undefined,
          }))}
        />
        <WayDetails view={view} way={shown} form={form} />
      </Group>
    </>
  );
}

function WayDetails({ view, way, form }: Pick<MethodSettingsProps, 'view' | 'form'> & { readonly way: Choice }) {
  const { t } = useTranslation(['connection', 'settings']);
  if (way === 'tunnel') return <TunnelWay view={view} form={form} />;
  const facts = (
    <Facts
      className={CHOICE_FACTS}
      facts={(['means', 'costs', 'address'] as const).map((fact) => [t(`facts.${fact}`), t(`way.${way}.${fact}`)])}
    />
  );
  if (way === 'website')
    return (
      <>
        {facts}
        <WebsiteWay />
      </>
    );
  const use = <UseWay key={way} view={view} way={way} name={t(`way.${way}.inSentence`)} />;
  return (
    <>
      {facts}
      {way === 'local' && use}
      {way === 'lan' && <LanWay view={view} use={use} />}
      {way === 'own' && <OwnWay view={view} use={use} />}
    </>
  );
}

/** Untrusted senders of forwarding headers. Only a likely proxy has the button: the others could be anybody. */
function ForwarderNotices({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation(['connection', 'settings']);
  const trust = useTrust(view);
  return view.forwarders.map(({ address, through, isLikely }) => (
    <Notice
      key={`${through} ${address}`}
      tone={isLikely ? 'attention' : 'neutral'}
      title={isLikely ? titleOf(address) : t('forwarder.unlikelyTitle', { address })}
    >
      <p>{isLikely ? t('forwarder.more') : t('forwarder.unlikely')}</p>
      {isLikely && (
        <Button className="mt-1 self-start" onClick={() => trust(address)}>
          <ShieldCheck aria-hidden className="size-4" />
          {t('forwarder.trust', { address })}
        </Button>
      )}
    </Notice>
  ));
}

function useTrust(view: ConnectionView) {
  const proxies = useConnectionFields(view).own('trustedProxies');
  return (address: string) => void saveField({ ...proxies, value: [...proxies.saved, address] });
}

function titleOf(address: string): string {
  return isLoopback(address)
    ? i18n.t('connection:forwarder.hereTitle', { address })
    : i18n.t('connection:forwarder.title', { address });
}

/** Recognizes a web server on the same computer by its address. */
function isLoopback(address: string): boolean {
  return address === '127.0.0.1' || address === '::1';
}
