import { useTranslation } from 'react-i18next';
import { Globe, House, Network, Waypoints, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ConnectionView, Way, Forwarder } from '#shared/contract/connection.ts';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { Group, Loaded, Notice, Section } from '../parts/section.tsx';
import { More } from '../parts/more.tsx';
import { saveField } from '../parts/saved-field.tsx';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { type SettingPath, SettingText, useConnectionSetting } from './connection-setting.tsx';
import { CHOICE_FACTS, isWayInUse, UseWay } from './use-way.tsx';
import { Facts } from '../parts/snippet.tsx';
import { LanWay, OwnWay } from './ways.tsx';
import { MovedPort } from './reach-notices.tsx';
import { ReachPanel } from './reach-panel.tsx';
import { TunnelWay } from './tunnel-way.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { Button } from '#renderer/components/button.tsx';
const ways: readonly Way[] = ['local', 'lan', 'own', 'tunnel'];
const icons: Record<Way, ReactNode> = { local: <House />, lan: <Network />, own: <Globe />, tunnel: <Waypoints /> };

/** How customers get to this computer: the truth about it on top, then the four ways. */
export function ConnectionSection() {
  const { t } = useTranslation(['settings', 'connection']);
  return (
    <Section title={t('sections.connection')} lead={t('connection:lead')}>
      <Loaded of={useWayIn()}>{(view) => <Connection view={view} />}</Loaded>
    </Section>
  );
}

function Connection({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  const [looked, setLooked] = useState<Way>();
  const shown = looked ?? view.settings.way;
  return (
    <>
      <MovedPort />
      <ReachPanel view={view} />
      <ForwarderNotices view={view} />
      <Group title={t('ways')} lead={t('waysLead')}>
        <ChoiceCards<Way>
          label={t('ways')}
          hideLabel
          value={shown}
          onChoose={setLooked}
          choices={ways.map((way) => ({
            value: way,
            title: t(`way.${way}.title`),
            icon: icons[way],
            mark: isWayInUse(view, way) ? t('inUse') : undefined,
          }))}
        />
        <WayDetails view={view} way={shown} />
      </Group>
      {view.settings.way !== 'local' && <Limits />}
    </>
  );
}

function WayDetails({ view, way }: { readonly view: ConnectionView; readonly way: Way }) {
  const { t } = useTranslation('connection');
  if (way === 'tunnel') return <TunnelWay view={view} />;
  const use = <UseWay key={way} view={view} way={way} name={t(`way.${way}.inSentence`)} />;
  return (
    <>
      <Facts
        className={CHOICE_FACTS}
        facts={(['means', 'costs', 'address'] as const).map((fact) => [t(`facts.${fact}`), t(`way.${way}.${fact}`)])}
      />
      {way === 'local' && use}
      {way === 'lan' && <LanWay view={view} use={use} />}
      {way === 'own' && <OwnWay view={view} use={use} />}
    </>
  );
}

const limits = [
  { of: 'perAddress', words: 'perAddress', aside: 'aSecond' },
  { of: 'perChannel', words: 'perChannel', aside: 'aSecond' },
  { of: 'kilobytesPerAddress', words: 'kilobytesPerAddress', aside: 'kilobytes' },
  { of: 'kilobytesPerChannel', words: 'kilobytesPerChannel', aside: 'kilobytes' },
  { of: 'newChatsPerChannel', words: 'newChats', aside: 'aMinute' },
] as const;

function Limits() {
  const { t } = useTranslation('connection');
  return (
    <More label={t('more')} className="border-t pt-3">
      <SettingText path="checkSeconds" label={t('checkSeconds')} hint={t('checkSecondsHint')} aside={t('seconds')} />
      {limits.map(({ of, words, aside }) => (
        <SettingText key={of} path={`limits.${of}`} label={t(words)} hint={t(`${words}Hint`)} aside={t(aside)} />
      ))}
    </More>
  );
}

/** Who passes requests on without being trusted. Only a likely proxy has the button: of the others anybody could be one. */
function ForwarderNotices({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  return view.forwarders.map((forwarder) =>
    forwarder.isLikely ? (
      <Likely key={keyOf(forwarder)} forwarder={forwarder} view={view} />
    ) : (
      <Notice
        key={keyOf(forwarder)}
        tone="neutral"
        title={t('forwarder.unlikelyTitle', { address: forwarder.address })}
      >
        <p>{t('forwarder.unlikely')}</p>
      </Notice>
    ),
  );
}

function Likely({
  forwarder: { address, through },
  view,
}: {
  readonly forwarder: Forwarder;
  readonly view: ConnectionView;
}) {
  const { t } = useTranslation('connection');
  const trust = useTrust(view);
  return (
    <Notice tone="attention" title={titleOf(address, through)}>
      <p>{t('forwarder.more')}</p>
      <Button className="mt-1 self-start" onClick={() => trust(address, through)}>
        <ShieldCheck aria-hidden className="size-4" />
        {t('forwarder.trust', { address })}
      </Button>
    </Notice>
  );
}

/** Adds an address to those that are believed where it comes in; what says so offers to take it back. */
function useTrust({
  settings: { own, tunnel },
}: ConnectionView): (address: string, through: Forwarder['through']) => void {
  const { t } = useTranslation('connection');
  const setting = useConnectionSetting();
  const add = (path: SettingPath, saved: readonly string[], address: string) =>
    void saveField({ ...setting(path), label: t('own.proxies'), saved, value: [...saved, address] });
  return (address, through) => {
    if (through !== 'tunnel') add('own.trustedProxies', own.trustedProxies, address);
    else if (!isLoopback(address)) add('tunnel.ssh.trustedProxies', tunnel.ssh.trustedProxies, address);
    else
      void saveField({
        ...setting('tunnel.ssh.behindProxy'),
        label: t('tunnel.ssh.behindProxy'),
        saved: false,
        value: true,
      });
  };
}

function titleOf(address: string, through: Forwarder['through']): string {
  if (through === 'tunnel') return i18n.t('connection:forwarder.tunnelTitle', { address });
  return isLoopback(address)
    ? i18n.t('connection:forwarder.hereTitle', { address })
    : i18n.t('connection:forwarder.title', { address });
}

/** As a web server on the same computer is seen. */
function isLoopback(address: string): boolean {
  return address === '127.0.0.1' || address === '::1';
}

function keyOf({ address, through }: Forwarder): string {
  return `${through} ${address}`;
}
