import { describe, expect, it, test } from 'vitest';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { Delivery } from '#shared/domain/message.ts';
import { channelKinds, type DeliveryStatus, leastDelivered } from './channel-kinds.ts';

const sending: Delivery = { state: 'sending', attempts: 0 };
const delivered: Delivery = { state: 'delivered', attempts: 0, deliveredAt: 1 };
const seen: Delivery = { ...delivered, seenAt: 2 };
const mailed: Delivery = { ...delivered, mail: { to: 'anna@shop.example', at: 1 } };
const failed: Delivery = { state: 'failed', attempts: 3 };

describe('what became of a reply', () => {
  test.each<[ChannelKind, Delivery, boolean | undefined, DeliveryStatus]>([
    ['custom', sending, undefined, 'sending'],
    ['custom', sending, false, 'sending'],
    ['custom', delivered, undefined, 'delivered'],
    ['custom', failed, undefined, 'failed'],
    ['site', sending, undefined, 'onItsWay'],
    ['site', sending, true, 'onItsWay'],
    ['site', sending, false, 'away'],
    ['site', delivered, false, 'delivered'],
    ['site', seen, false, 'seen'],
    ['site', failed, true, 'failed'],
    ['site', { ...sending, mail: { to: 'anna@shop.example' } }, false, 'onItsWay'],
    ['site', mailed, false, 'mailed'],
    ['site', { ...mailed, seenAt: 3 }, false, 'seen'],
    ['email', sending, undefined, 'sending'],
    ['email', mailed, undefined, 'mailed'],
    ['email', failed, undefined, 'failed'],
  ])('on a %s channel, %o, on the website: %s', (kind, delivery, isThere, status) => {
    expect(channelKinds[kind].deliveryStatus[delivery.state](delivery, isThere)).toBe(status);
  });

  it('is, for several photos, what is true of all of them', () => {
    expect(leastDelivered([delivered, sending])).toBe(sending);
    expect(leastDelivered([seen, delivered])).toBe(delivered);
    expect(leastDelivered([seen, seen])).toBe(seen);
    expect(leastDelivered([undefined])).toBeUndefined();
    expect(leastDelivered([])).toBeUndefined();
  });
});
