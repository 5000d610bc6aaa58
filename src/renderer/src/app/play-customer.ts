import { usePublicAddress } from '#renderer/rpc/use-connection.ts';
import { useChannels } from '#renderer/rpc/use-directory.ts';
import { hasTestCustomer } from '#shared/domain/channel-kinds.ts';
import { chatPageAddress } from '#shared/domain/site-addresses.ts';
import { openTestCustomer } from './address.tsx';

/**
 * Opens where an operator can play the customer of a channel: the test customer, or the page of our own window. Call it
 * directly in a click, so that browsers allow the new window.
 */
export function usePlayCustomer(): (channelId: string) => void {
  const base = usePublicAddress();
  const channels = useChannels().data;
  return (channelId) => {
    const channel = channels?.find(({ id }) => id === channelId);
    if (channel === undefined || hasTestCustomer[channel.kind]) openTestCustomer(window, channelId);
    else window.open(chatPageAddress(base, channel), '_blank', 'noopener');
  };
}
