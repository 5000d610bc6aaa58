import { useTranslation } from 'react-i18next';
import type { ParseKeysWithoutVariables as TextKey } from 'i18next';
import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight, Globe, House, Network, Waypoints } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import type { ConnectionView, Way } from '#shared/contract/connection.ts';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { FieldsSkeleton, NotLoaded } from '../parts/query-states.tsx';
import { Group, Section } from '../parts/section.tsx';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { ConnectionText } from './connection-text.tsx';
import { Facts } from './facts.tsx';
import { ForwarderNotices } from './forwarder-notices.tsx';
import { LanWay } from './lan-way.tsx';
import { MovedPort } from './moved-port.tsx';
import { OwnWay } from './own-way.tsx';
import { ReachPanel } from './reach-panel.tsx';
import { TunnelWay } from './tunnel-way.tsx';
import { typed } from './typed-rules.ts';
import { isWayInUse, UseWay } from './use-way.tsx';

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
