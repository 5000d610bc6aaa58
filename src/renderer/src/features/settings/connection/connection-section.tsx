import { useTranslation } from 'react-i18next';
import type { ParseKeysWithoutVariables as TextKey } from 'i18next';
import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight, Globe, House, Network, Waypoints, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { z } from 'zod';
import type { ConnectionView, Way, Forwarder } from '#shared/contract/connection.ts';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { FieldsSkeleton, NotLoaded, Group, Section, Notice } from '../parts/section.tsx';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { ConnectionText, typed, useSaveConnection } from './connection-setting.tsx';
import { Facts, isWayInUse, UseWay } from './use-way.tsx';
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
  const wayIn = useWayIn();
  return (
    <Section title={t('sections.connection')} lead={t('connection:lead')}>
      {wayIn.data !== undefined ? (
        <Connection view={wayIn.data} />
      ) : wayIn.isError ? (
        <NotLoaded onRetry={() => void wayIn.refetch()} />
      ) : (
        <FieldsSkeleton />
      )}
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
      {view.settings.way !== 'local' && <Limits view={view} />}
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
        facts={[
          [t('means'), t(`way.${way}.means`)],
          [t('costs'), t(`way.${way}.costs`)],
          [t('address'), t(`way.${way}.address`)],
        ]}
      />
      {way === 'local' && use}
      {way === 'lan' && <LanWay view={view} use={use} />}
      {way === 'own' && <OwnWay view={view} use={use} />}
    </>
  );
}

interface LimitField {
  readonly of: keyof ConnectionView['settings']['limits'];
  readonly label: TextKey<'connection'>;
  readonly hint: TextKey<'connection'>;
  readonly aside: TextKey<'connection'>;
  readonly rule: z.ZodType<string, string>;
}

const limitFields: readonly LimitField[] = [
  {
    of: 'perAddress',
    label: 'perAddress',
    hint: 'perAddressHint',
    aside: 'aSecond',
    rule: typed.requestsASecond,
  },
  {
    of: 'perChannel',
    label: 'perChannel',
    hint: 'perChannelHint',
    aside: 'aSecond',
    rule: typed.requestsASecond,
  },
  {
    of: 'kilobytesPerAddress',
    label: 'kilobytesPerAddress',
    hint: 'kilobytesPerAddressHint',
    aside: 'kilobytes',
    rule: typed.kilobytesASecond,
  },
  {
    of: 'kilobytesPerChannel',
    label: 'kilobytesPerChannel',
    hint: 'kilobytesPerChannelHint',
    aside: 'kilobytes',
    rule: typed.kilobytesASecond,
  },
  {
    of: 'newChatsPerChannel',
    label: 'newChats',
    hint: 'newChatsHint',
    aside: 'aMinute',
    rule: typed.newChatsAMinute,
  },
];

function Limits({ view: { settings } }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  return (
    <Collapsible.Root className="border-t pt-3">
      <Collapsible.Trigger className="group -ms-1.5 flex h-(--control) items-center gap-1 rounded-control pe-2 ps-1 text-ui font-medium text-ink-quiet transition-colors hover:bg-hover hover:text-ink">
        <ChevronRight aria-hidden className="size-4 transition-transform group-data-panel-open:unfolded" />
        {t('more')}
      </Collapsible.Trigger>
      <Collapsible.Panel className="flex flex-col gap-5 pt-3">
        <ConnectionText
          name="checkSeconds"
          label={t('checkSeconds')}
          hint={t('checkSecondsHint')}
          inputMode="numeric"
          aside={t('seconds')}
          saved={String(settings.checkSeconds)}
          rule={typed.checkSeconds}
          changeTo={(seconds) => ({ checkSeconds: Number(seconds) })}
        />
        {limitFields.map(({ of, label, hint, aside, rule }) => (
          <ConnectionText
            key={of}
            name={`limits.${of}`}
            label={t(label)}
            hint={t(hint)}
            inputMode="numeric"
            aside={t(aside)}
            saved={String(settings.limits[of])}
            rule={rule}
            changeTo={(limit) => ({ limits: { [of]: Number(limit) } })}
          />
        ))}
      </Collapsible.Panel>
    </Collapsible.Root>
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
  const save = useSaveConnection();
  return (address, through) => {
    if (through !== 'tunnel') {
      const before = own.trustedProxies;
      return save({
        field: 'own.trustedProxies',
        label: t('own.proxies'),
        before,
        value: [...before, address],
        changeTo: (trustedProxies) => ({ own: { trustedProxies } }),
      });
    }
    if (isLoopback(address)) {
      return save({
        field: 'tunnel.ssh.behindProxy',
        label: t('tunnel.ssh.behindProxy'),
        before: false,
        value: true,
        changeTo: (behindProxy) => ({ tunnel: { ssh: { behindProxy } } }),
      });
    }
    const before = tunnel.ssh.trustedProxies;
    return save({
      field: 'tunnel.ssh.trustedProxies',
      label: t('own.proxies'),
      before,
      value: [...before, address],
      changeTo: (trustedProxies) => ({ tunnel: { ssh: { trustedProxies } } }),
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
