import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { ConnectionView, TunnelKind } from '#shared/contract/connection.ts';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { CloudflareMode, CloudflareTunnel } from './cloudflare-tunnel.tsx';
import { Facts } from './facts.tsx';
import { factsOf } from './kind-words.ts';
import { NgrokTunnel } from './ngrok-tunnel.tsx';
import { SshTunnel } from './ssh-tunnel.tsx';
import { isWayInUse, UseWay } from './use-way.tsx';

const kinds: readonly TunnelKind[] = ['cloudflare', 'ssh', 'ngrok'];

/** A tunnel: through what, what that costs and keeps, and what it needs. */
export function TunnelWay({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  const [looked, setLooked] = useState<TunnelKind>();
  const kind = looked ?? view.settings.tunnel.kind;
  const facts = factsOf(view, kind);
  return (
    <>
      <p className="text-ui text-ink-quiet">{t('way.tunnel.means')}</p>
      <ChoiceCards<TunnelKind>
        label={t('tunnel.kinds')}
        value={kind}
        onChoose={setLooked}
        className="grid-cols-[repeat(auto-fit,minmax(150px,1fr))]"
        choices={kinds.map((each) => ({
          value: each,
          title: t(`tunnelKinds.kind.${each}.title`),
          mark: isWayInUse(view, 'tunnel', each) ? t('inUse') : undefined,
        }))}
      />
      {kind === 'cloudflare' && <CloudflareMode view={view} />}
      <Facts
        facts={[
          [t('means'), facts.about],
          [t('costs'), facts.cost],
          [t('address'), facts.address],
          [t('account'), facts.account],
          [t('limits'), facts.limits],
          [t('needs'), facts.needs],
          [t('privacy'), facts.privacy],
        ]}
      />
      <KindFields view={view} kind={kind} />
      <UseWay key={kind} view={view} way="tunnel" kind={kind} name={t(`tunnelKinds.kind.${kind}.inSentence`)} />
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
