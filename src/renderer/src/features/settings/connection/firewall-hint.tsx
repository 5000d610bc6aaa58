import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Tabs } from '#renderer/components/tabs.tsx';
import { Group } from '../parts/section.tsx';
import { useLikelyPlatform } from './platform.ts';
import { Snippet } from './snippet.tsx';

type Firewall = 'windows' | 'mac' | 'ufw' | 'firewalld';

const FIREWALLS: readonly Firewall[] = ['windows', 'mac', 'ufw', 'firewalld'];

/** How the firewall of each system lets a port in. */
export function FirewallHint({ port }: { readonly port: number }) {
  const { t } = useTranslation('connection');
  const platform = useLikelyPlatform();
  const [chosen, setChosen] = useState<Firewall>();
  const shown = chosen ?? (platform === 'linux' ? 'ufw' : platform);
  return (
    <Group title={t('lan.firewall')} lead={t('lan.firewallLead')}>
      <Tabs<Firewall>
        label={t('lan.firewallOf')}
        value={shown}
        onValueChange={setChosen}
        listClassName="flex-wrap"
        tabs={FIREWALLS.map((firewall) => ({
          value: firewall,
          label: t(`firewall.${firewall}.title`),
          panel: <Hint firewall={firewall} port={port} />,
        }))}
      />
    </Group>
  );
}

function Hint({ firewall, port }: { readonly firewall: Firewall; readonly port: number }) {
  const { t } = useTranslation('connection');
  const command = firewallCommand(firewall, port);
  return (
    <div className="flex flex-col gap-2 pt-1">
      <p className="text-ui text-ink-quiet">{t(`firewall.${firewall}.how`)}</p>
      {command !== undefined && (
        <Snippet
          label={t(`firewall.${firewall}.title`)}
          text={command}
          copyLabel={t('copyCommand', { system: t(`firewall.${firewall}.title`) })}
        />
      )}
    </div>
  );
}

/** What lets a port in, to paste into a terminal; undefined where it is done by hand. */
export function firewallCommand(kind: Firewall, port: number): string | undefined {
  switch (kind) {
    case 'windows':
      return `New-NetFirewallRule -DisplayName "Counterbell" -Direction Inbound -Protocol TCP -LocalPort ${port} -Profile Private -Action Allow`;
    case 'mac':
      return undefined;
    case 'ufw':
      return `sudo ufw allow ${port}/tcp`;
    case 'firewalld':
      return `sudo firewall-cmd --permanent --add-port=${port}/tcp && sudo firewall-cmd --reload`;
  }
}
