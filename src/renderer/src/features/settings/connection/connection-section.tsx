import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight, Globe, House, Network, Waypoints } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import type { ConnectionView, Way } from '#shared/contract/connection.ts';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { FieldsSkeleton, NotLoaded } from '../query-states.tsx';
import { Group, Section } from '../section.tsx';
import { words } from '../words.ts';
import { ChoiceCards } from './choice-cards.tsx';
import { ConnectionText } from './connection-text.tsx';
import { connectionWords, wayWords } from './connection-words.ts';
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
  const wayIn = useWayIn();
  return (
    <Section title={words.sections.connection} lead={connectionWords.lead}>
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
  const [looked, setLooked] = useState<Way>();
  const shown = looked ?? view.settings.way;
  return (
    <>
      <MovedPort />
      <ReachPanel view={view} />
      <ForwarderNotices view={view} />
      <Group title={connectionWords.ways} lead={connectionWords.waysLead}>
        <ChoiceCards<Way>
          label={connectionWords.ways}
          hideLabel
          value={shown}
          onChoose={setLooked}
          choices={ways.map((way) => ({
            value: way,
            title: wayWords[way].title,
            icon: icons[way],
            mark: isWayInUse(view, way) ? connectionWords.inUse : undefined,
          }))}
        />
        <WayDetails view={view} way={shown} />
      </Group>
      {view.settings.way !== 'local' && <Limits view={view} />}
    </>
  );
}

function WayDetails({ view, way }: { readonly view: ConnectionView; readonly way: Way }) {
  if (way === 'tunnel') return <TunnelWay view={view} />;
  const { means, costs, address, inSentence } = wayWords[way];
  const use = <UseWay key={way} view={view} way={way} name={inSentence} />;
  return (
    <>
      <Facts
        facts={[
          [connectionWords.means, means],
          [connectionWords.costs, costs],
          [connectionWords.address, address],
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
  readonly label: string;
  readonly hint: string;
  readonly aside: string;
  readonly rule: z.ZodType<string, string>;
}

const limitFields: readonly LimitField[] = [
  {
    of: 'perAddress',
    label: connectionWords.perAddress,
    hint: connectionWords.perAddressHint,
    aside: connectionWords.aSecond,
    rule: typed.requestsASecond,
  },
  {
    of: 'perChannel',
    label: connectionWords.perChannel,
    hint: connectionWords.perChannelHint,
    aside: connectionWords.aSecond,
    rule: typed.requestsASecond,
  },
  {
    of: 'kilobytesPerAddress',
    label: connectionWords.kilobytesPerAddress,
    hint: connectionWords.kilobytesPerAddressHint,
    aside: connectionWords.kilobytes,
    rule: typed.kilobytesASecond,
  },
  {
    of: 'kilobytesPerChannel',
    label: connectionWords.kilobytesPerChannel,
    hint: connectionWords.kilobytesPerChannelHint,
    aside: connectionWords.kilobytes,
    rule: typed.kilobytesASecond,
  },
  {
    of: 'newChatsPerChannel',
    label: connectionWords.newChats,
    hint: connectionWords.newChatsHint,
    aside: connectionWords.aMinute,
    rule: typed.newChatsAMinute,
  },
];

function Limits({ view: { settings } }: { readonly view: ConnectionView }) {
  return (
    <Collapsible.Root className="border-t pt-3">
      <Collapsible.Trigger className="group -ms-1.5 flex h-(--control) items-center gap-1 rounded-control pe-2 ps-1 text-ui font-medium text-ink-quiet transition-colors hover:bg-hover hover:text-ink">
        <ChevronRight aria-hidden className="size-4 transition-transform group-data-panel-open:unfolded" />
        {connectionWords.more}
      </Collapsible.Trigger>
      <Collapsible.Panel className="flex flex-col gap-5 pt-3">
        <ConnectionText
          name="checkSeconds"
          label={connectionWords.checkSeconds}
          hint={connectionWords.checkSecondsHint}
          inputMode="numeric"
          aside={connectionWords.seconds}
          saved={String(settings.checkSeconds)}
          rule={typed.checkSeconds}
          changeTo={(seconds) => ({ checkSeconds: Number(seconds) })}
        />
        {limitFields.map(({ of, label, hint, aside, rule }) => (
          <ConnectionText
            key={of}
            name={`limits.${of}`}
            label={label}
            hint={hint}
            inputMode="numeric"
            aside={aside}
            saved={String(settings.limits[of])}
            rule={rule}
            changeTo={(limit) => ({ limits: { [of]: Number(limit) } })}
          />
        ))}
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
