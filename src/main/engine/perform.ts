import type { Change } from '#main/store/command.ts';
import { commands, type Perform } from '#main/store/commands.ts';
import type { SendingDelivery, SendingEvent } from '#main/store/deliveries/sending.ts';
import type { Listen, Outbox, Publish, Store } from '#main/store/store.ts';
import type { Actor, Circumstances } from '#main/store/thread.ts';
import type { EventBus } from '#shared/contract/events.ts';
import type { Chat } from '#shared/domain/entities.ts';

/**
 * The one place from which others learn what happened: windows, lanes, and whoever in the process listens. `leads`: this
 * node sends what is to be sent.
 */
export function createPublisher(
  { emit, touch }: Pick<EventBus, 'emit' | 'touch'>,
  leads: () => boolean = () => true,
): Outbox & {
  readonly publish: Publish;
} {
  const tellOnce = (sending: readonly SendingDelivery[], events: readonly SendingEvent[]): void => {
    if (!leads()) return;
    if (events.length > 0) botEvents.tell(events);
    if (sending.length > 0) deliveries.tell(sending);
  };
  const deliveries = createListeners<readonly SendingDelivery[]>();
  const botEvents = createListeners<readonly SendingEvent[]>();
  const moved = createListeners<Chat>();
  const publishChat = (
    { chat, changed, added, sending = [], events = [], customer }: NonNullable<Change<unknown>['chats']>[number],
    quietly: boolean,
  ): void => {
    if (changed && !quietly) {
      for (const message of added) emit('message.added', { message, chat });
      // Bots write often, and their messages include the chat.
      if (added.length === 0 || added.some(({ from }) => from !== 'bot')) emit('chat.changed', { chat });
      if (customer !== undefined) emit('customer.changed', { customer });
    }
    if (changed) moved.tell(chat);
    tellOnce(sending, events);
  };
  return {
    publish: ({ answer, chats = [], quietly = false, happened = [], touched = [], sending = [], events = [] }) => {
      for (const change of chats) publishChat(change, quietly);
      for (const { name, data } of happened) emit(name, data);
      for (const what of touched) {
        if (typeof what === 'string') touch(what);
        else touch(what.topic, what.of);
      }
      tellOnce(sending, events);
      return answer;
    },
    onDeliveries: deliveries.listen,
    onBotEvents: botEvents.listen,
    onMoved: moved.listen,
  };
}

function createListeners<T>(): { readonly tell: (what: T) => void; readonly listen: Listen<T> } {
  const listeners = new Set<(what: T) => void>();
  return {
    tell: (what) => {
      for (const listener of listeners) listener(what);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Runs commands: in the store's writing thread, and then tells others what they did, unless the store does. */
export function createPerform({
  store,
  publish,
  publishes = false,
  circumstances,
}: {
  readonly store: Pick<Store, 'write'>;
  readonly publish: Publish;
  readonly publishes?: boolean;
  readonly circumstances: () => Circumstances;
}): Perform {
  const write = store.write as unknown as (
    name: string,
    input: unknown,
    context: Circumstances & Partial<Actor>,
  ) => Promise<Change<never>>;
  // Not awaited here: what it was asked for would stay in memory until the store answers.
  const perform = (name: string) => (input: unknown, actor?: Actor) =>
    write(name, input, {
      ...circumstances(),
      ...(actor && { operatorId: actor.operatorId, role: actor.role }),
    }).then(publishes ? ({ answer }) => answer : publish);
  return Object.fromEntries(Object.keys(commands).map((name) => [name, perform(name)])) as unknown as Perform;
}
