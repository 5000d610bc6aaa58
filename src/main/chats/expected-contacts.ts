import { SerialQueue } from '#main/clock/clock.ts';
import type { EngineContext } from '#main/store/store.ts';
import { contactKeys } from '#shared/domain/contact-fields.ts';
import type { Customer } from '#shared/domain/entities.ts';

/** Gives customers what a file said of whoever has their email or phone, once they have written or given it. */
export function startExpectedContacts({
  store,
  perform,
  on,
  onTouched,
  log,
}: Pick<EngineContext, 'store' | 'perform' | 'on' | 'onTouched' | 'log'>) {
  const queue = new SerialQueue();
  /** customers in the queue */
  const asked = new Set<string>();
  let isAny = true;
  const inTurn = (work: () => Promise<void>): void =>
    void queue.run(work).catch((error: unknown) => log.warn({ err: error }, 'contacts of a file were not looked up'));
  const count = (): void =>
    inTurn(async () => {
      isAny = (await store.read('countExpected')) > 0;
    });
  const meet = (customer: Customer): void => {
    const keys = contactKeys(customer);
    if (!isAny || keys.length === 0 || asked.has(customer.id) || store.readOnly || !store.nodes.leads()) return;
    asked.add(customer.id);
    inTurn(async () => {
      asked.delete(customer.id);
      if (await store.read('isExpected', { keys })) await perform['contacts.meet']({ customerId: customer.id });
    });
  };
  const stops = [
    onTouched(['expectedContacts'], count),
    on('message.added', ({ message, chat }) => {
      if (message.from === 'customer') meet(chat.customer);
    }),
    on('customer.changed', ({ customer }) => meet(customer)),
  ];
  count();
  return {
    stop: async (): Promise<void> => {
      for (const stop of stops) stop();
      await queue.idle();
    },
  };
}
