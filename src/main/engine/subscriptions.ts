import { randomUUID } from 'node:crypto';
import type { Role } from '#shared/domain/entities.ts';
import type { Bus } from './bus.ts';
import type { Engine } from './engine.ts';

type Closed = () => void;

/** Tells other parts of a window; returns how to tell them that it is gone. `from` as in `Engine.subscribe`. */
type Opened = (window: {
  readonly windowId: string;
  readonly operatorId: string;
  readonly from: string | undefined;
}) => readonly Closed[];

/** Opens console windows: the bus sends them events, and other parts know that they are there. */
export function createSubscriptions(
  {
    bus,
    installationId,
    roleOf,
    shop,
  }: {
    readonly bus: Pick<Bus, 'subscribe' | 'onTouched'>;
    readonly installationId: string;
    /** undefined: they were removed */
    readonly roleOf: (operatorId: string) => Role | undefined;
    readonly shop: () => string;
  },
  opened: Opened,
): Engine['subscribe'] {
  return (operatorId, onFrame, from) => {
    const windowId = randomUUID();
    const subscribed = (): Closed => {
      const role = roleOf(operatorId) ?? 'operator';
      return bus.subscribe({ windowId, installationId, operatorId, role, shop: shop() }, onFrame);
    };
    let role = roleOf(operatorId);
    let unsubscribe = subscribed();
    // With another role comes another hello, after which the window requests everything again.
    const unwatch = bus.onTouched(['operators'], () => {
      if (roleOf(operatorId) === role) return;
      role = roleOf(operatorId);
      unsubscribe();
      unsubscribe = subscribed();
    });
    const closed = opened({ windowId, operatorId, from });
    return () => {
      unwatch();
      unsubscribe();
      for (const close of closed) close();
    };
  };
}
