import { ExternalLink } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { channelWords } from './channel-words.ts';
import { Group } from './section.tsx';

/** Opens the test customer for this channel. */
export function TestCustomerGroup({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Group title={channelWords.tryTitle} lead={channelWords.tryLead}>
      <Button className="self-start" onClick={onOpen}>
        <ExternalLink aria-hidden className="size-4" />
        {channelWords.tryOpen}
      </Button>
    </Group>
  );
}
