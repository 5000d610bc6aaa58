import { randomUUID } from 'node:crypto';
import type { Role } from '#shared/domain/entities.ts';
import type { Bus } from './bus.ts';
import type { Engine } from './engine.ts';

type Closed = () => void;

interface OpenWindow {
  readonly windowId: string;
  readonly operatorId: string;
  /** as in `Engine.subscribe` */
  readonly from: string | undefined;
}

/** Is told of a window; returns how to tell it that the window is gone. */
type Follower = (window: OpenWindow) => Closed;

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Opens console windows: the bus sends them events, and other parts know that they are there. */
export function createSubscriptions({
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
}) {
  const followers: Follower[] = [];
  /** open windows, and whom to tell when they close */
  const open = new Map<OpenWindow, Closed[]>();
  const subscribe: Engine['subscribe'] = (operatorId, onFrame, from) => {
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
    const window: OpenWindow = { windowId, operatorId, from };
    open.set(
      window,
      followers.map((follow) => follow(window)),
    );
    return () => {
      unwatch();
      unsubscribe();
      for (const close of open.get(window) ?? []) close();
      open.delete(window);
    };
  };
  return {
    subscribe,
    /** from now on this one is told of every window, beginning with those that are open */
    follow: (follower: Follower): void => {
      followers.push(follower);
      for (const [window, closed] of open) closed.push(follower(window));
    },
  };
}
