import { useState } from 'react';
import { Tabs } from '#renderer/components/tabs.tsx';
import { Group } from '../section.tsx';
import { lanWords, snippetWords } from './connection-words.ts';
import { FIREWALLS, type Firewall, firewallCommand, firewallWords } from './firewall-words.ts';
import { useLikelyPlatform } from './platform.ts';
import { Snippet } from './snippet.tsx';

/** How the firewall of each system lets a port in. */
export function FirewallHint({ port }: { readonly port: number }) {
  const platform = useLikelyPlatform();
  const [chosen, setChosen] = useState<Firewall>();
  const shown = chosen ?? (platform === 'linux' ? 'ufw' : platform);
  return (
    <Group title={lanWords.firewall} lead={lanWords.firewallLead}>
      <Tabs<Firewall>
        label={lanWords.firewallOf}
        value={shown}
        onValueChange={setChosen}
        listClassName="flex-wrap"
        tabs={FIREWALLS.map((firewall) => ({
          value: firewall,
          label: firewallWords[firewall].title,
          panel: <Hint firewall={firewall} port={port} />,
        }))}
      />
    </Group>
  );
}

function Hint({ firewall, port }: { readonly firewall: Firewall; readonly port: number }) {
  const { title, how } = firewallWords[firewall];
  const command = firewallCommand(firewall, port);
  return (
    <div className="flex flex-col gap-2 pt-1">
      <p className="text-ui text-ink-quiet">{how}</p>
      {command !== undefined && <Snippet label={title} text={command} copyLabel={snippetWords.copyCommand(title)} />}
    </div>
  );
}
