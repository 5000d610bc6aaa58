import { useState } from 'react';
import type { ConnectionView, TunnelKind } from '#shared/contract/connection.ts';
import { ChoiceCards } from './choice-cards.tsx';
import { CloudflareMode, CloudflareTunnel } from './cloudflare-tunnel.tsx';
import { connectionWords, wayWords } from './connection-words.ts';
import { Facts } from './facts.tsx';
import { factsOf, kindWords } from './kind-words.ts';
import { NgrokTunnel } from './ngrok-tunnel.tsx';
import { SshTunnel } from './ssh-tunnel.tsx';
import { tunnelWords } from './tunnel-words.ts';
import { isWayInUse, UseWay } from './use-way.tsx';

const kinds: readonly TunnelKind[] = ['cloudflare', 'ssh', 'ngrok'];

/** A tunnel: through what, what that costs and keeps, and what it needs. */
export function TunnelWay({ view }: { readonly view: ConnectionView }) {
  const [looked, setLooked] = useState<TunnelKind>();
  const kind = looked ?? view.settings.tunnel.kind;
  const facts = factsOf(view, kind);
  return (
    <>
      <p className="text-ui text-ink-quiet">{wayWords.tunnel.means}</p>
      <ChoiceCards<TunnelKind>
        label={tunnelWords.kinds}
        value={kind}
        onChoose={setLooked}
        className="grid-cols-[repeat(auto-fit,minmax(150px,1fr))]"
        choices={kinds.map((each) => ({
          value: each,
          title: kindWords[each].title,
          mark: isWayInUse(view, 'tunnel', each) ? connectionWords.inUse : undefined,
        }))}
      />
      {kind === 'cloudflare' && <CloudflareMode view={view} />}
      <Facts
        facts={[
          [connectionWords.means, facts.about],
          [connectionWords.costs, facts.cost],
          [connectionWords.address, facts.address],
          [connectionWords.account, facts.account],
          [connectionWords.limits, facts.limits],
          [connectionWords.needs, facts.needs],
          [connectionWords.privacy, facts.privacy],
        ]}
      />
      <KindFields view={view} kind={kind} />
      <UseWay key={kind} view={view} way="tunnel" kind={kind} name={kindWords[kind].inSentence} />
    </>
  );
}

function KindFields({ view, kind }: { readonly view: ConnectionView; readonly kind: TunnelKind }) {
  switch (kind) {
    case 'ssh':
      return <SshTunnel view={view} />;
    case 'cloudflare':
      return <CloudflareTunnel view={view} />;
    case 'ngrok':
      return <NgrokTunnel view={view} />;
  }
}
