import { useTranslation } from 'react-i18next';
import { Store } from 'lucide-react';
import { useEffect, useState } from 'react';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { ChatWindow } from './chat-window.tsx';

interface TestCustomerScreenProps {
  /** the channel to begin with; empty: the first one */
  readonly channelId: string;
}

/** A customer's chat window over the real interface, with controls for trying things. Lives at `/test-customer?channel=…`. */
export function TestCustomerScreen({ channelId: given }: TestCustomerScreenProps) {
  const { t } = useTranslation('channels');
  const [chosen, setChosen] = useState(given);
  const channels = useChannels();
  const channel = channels.data?.find(({ id }) => id === chosen) ?? channels.data?.[0];
  const title = channel === undefined ? undefined : t('testCustomer.windowTitle', { channel: channel.name });
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);

  const choose = (id: string) => {
    setChosen(id);
    window.location.replace(`#/test-customer?channel=${encodeURIComponent(id)}`);
  };

  if (channels.data === undefined) return <main className="h-full bg-sunken" />;
  if (channel === undefined)
    return (
      <main className="flex h-full bg-sunken">
        <EmptyState icon={<Store />} title={t('testCustomer.noChannel')}>
          {t('testCustomer.noChannelHint')}
        </EmptyState>
      </main>
    );
  return <ChatWindow key={channel.id} channel={channel} channels={channels.data} onChooseChannel={choose} />;
}
