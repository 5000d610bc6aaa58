import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { Delivery } from '#shared/domain/message.ts';

/** What became of a reply. */
export type DeliveryStatus = Delivery['state'] | 'onItsWay' | 'away' | 'seen';

/** What the console shows of a kind of channel. */
interface ChannelKindView {
  /** its customers are visitors of a website, who come and go */
  readonly hasVisitors: boolean;
  /** by the state of its delivery; `isThere`: the customer is on the website, undefined until known */
  readonly deliveryStatus: Readonly<
    Record<Delivery['state'], (delivery: Delivery, isThere: boolean | undefined) => DeliveryStatus>
  >;
}

export const channelKinds: Readonly<Record<ChannelKind, ChannelKindView>> = {
  custom: {
    hasVisitors: false,
    deliveryStatus: { sending: () => 'sending', delivered: () => 'delivered', failed: () => 'failed' },
  },
  site: {
    hasVisitors: true,
    deliveryStatus: {
      // It waits for the visitor, however long they stay away.
      sending: (_delivery, isThere) => (isThere === false ? 'away' : 'onItsWay'),
      delivered: ({ seenAt }) => (seenAt === undefined ? 'delivered' : 'seen'),
      failed: () => 'failed',
    },
  },
};

/** The delivery that says what became of several messages: the one that is furthest behind. */
export function leastDelivered(deliveries: readonly (Delivery | undefined)[]): Delivery | undefined {
  return (
    deliveries.find((each) => each?.state === 'sending') ??
    deliveries.find((each) => each?.seenAt === undefined) ??
    deliveries[0]
  );
}
