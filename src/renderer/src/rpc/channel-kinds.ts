import { Globe, type LucideIcon, Mail, Unplug } from 'lucide-react';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { Channel } from '#shared/domain/entities.ts';
import type { Delivery } from '#shared/domain/message.ts';
import { hasWebsite } from '#shared/domain/site-addresses.ts';

/** Delivery status of a reply. */
export type DeliveryStatus = Delivery['state'] | 'onItsWay' | 'away' | 'seen' | 'mailed';

/** A kind of channel as the whole console sees it; its settings are in `features/settings/channels/channel-kinds`. */
interface ChannelKindView {
  readonly Icon: LucideIcon;
  /** its customers are visitors of a website, who come and go */
  readonly hasVisitors: boolean;
  /** its messages are mails, which have subjects */
  readonly hasSubjects: boolean;
  /** customers can also write on a page of ours */
  readonly hasChatPage: boolean;
  /** true if it is connected to where its customers write */
  readonly isConnected: (channel: Channel) => boolean;
  /** next step for its owner until then: a tab of its page; `isAddressFirst`: once there is an address */
  readonly connecting: { readonly tab: string; readonly isAddressFirst: boolean };
  /** by the state of its delivery; `isThere`: the customer is on the website, undefined until known */
  readonly deliveryStatus: Readonly<
    Record<Delivery['state'], (delivery: Delivery, isThere: boolean | undefined) => DeliveryStatus>
  >;
}

export const channelKinds: Readonly<Record<ChannelKind, ChannelKindView>> = {
  custom: {
    Icon: Unplug,
    hasVisitors: false,
    hasSubjects: false,
    hasChatPage: false,
    isConnected: ({ endpoint }) => endpoint !== null,
    connecting: { tab: 'website', isAddressFirst: true },
    deliveryStatus: { sending: () => 'sending', delivered: () => 'delivered', failed: () => 'failed' },
  },
  site: {
    Icon: Globe,
    hasVisitors: true,
    hasSubjects: false,
    hasChatPage: true,
    isConnected: hasWebsite,
    // The guide includes the address.
    connecting: { tab: 'guide', isAddressFirst: false },
    deliveryStatus: {
      // It waits for the visitor, however long they stay away.
      sending: ({ mail }, isThere) => (isThere === false && mail === undefined ? 'away' : 'onItsWay'),
      delivered: ({ seenAt, mail }) =>
        seenAt !== undefined ? 'seen' : mail?.at === undefined ? 'delivered' : 'mailed',
      failed: () => 'failed',
    },
  },
  email: {
    Icon: Mail,
    hasVisitors: false,
    hasSubjects: true,
    hasChatPage: false,
    isConnected: () => true,
    connecting: { tab: 'account', isAddressFirst: false },
    deliveryStatus: { sending: () => 'sending', delivered: () => 'mailed', failed: () => 'failed' },
  },
};

/** The kind of an owner's first channel. */
export const FIRST_KIND: ChannelKind = 'site';

/** The delivery that says what became of several messages: the one that is furthest behind. */
export function leastDelivered(deliveries: readonly (Delivery | undefined)[]): Delivery | undefined {
  return (
    deliveries.find((delivery) => delivery?.state === 'sending') ??
    deliveries.find((delivery) => delivery?.seenAt === undefined) ??
    deliveries[0]
  );
}
