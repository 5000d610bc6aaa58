import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Tabs } from '#renderer/components/tabs.tsx';
import { Group } from '../section.tsx';
import { FIREWALLS, type Firewall, firewallCommand } from './firewall-words.ts';
import { useLikelyPlatform } from './platform.ts';
import { Snippet } from './snippet.tsx';

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
