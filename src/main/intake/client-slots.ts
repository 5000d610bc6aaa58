import { subscriberOf } from './client-address.ts';

/** Slots that everybody shares and of which one client holds a part at most, so that others find some. */
export function createClientSlots({ most, mostOfClient }: { readonly most: number; readonly mostOfClient: number }) {
  const held = new Map<string, number>();
  let count = 0;
  return {
    /** returns how to give it back; undefined: none is free for this client */
    take: (address: string): (() => void) | undefined => {
      const client = subscriberOf(address);
      const own = held.get(client) ?? 0;
      if (count >= most || own >= mostOfClient) return undefined;
      count += 1;
      held.set(client, own + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        count -= 1;
        const left = (held.get(client) ?? 0) - 1;
        if (left > 0) held.set(client, left);
        else held.delete(client);
      };
    },
  };
}
