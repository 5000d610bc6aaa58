import { QueryClient, type QueryKey } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EngineEvent, EventName } from '#shared/contract/events.ts';
import { EVENT_NAMES, eventContents } from '../../../../test/fixtures/event-contents.ts';
import { valuesOf } from '../../../../test/fixtures/schema-values.ts';
import { applyEvents } from './apply-events.ts';

/** Small pages, so that events touch cached data. */
const text = fc.oneof(fc.constantFrom('1', '2'), fc.string({ unit: 'grapheme' }));

const eventsNamed = (name: EventName, undefinedFields: boolean): fc.Arbitrary<EngineEvent> =>
  valuesOf(eventContents[name], { text, undefinedFields }).map((data) => ({ name, data }) as EngineEvent);

const overIpc = <T>(value: T): T => structuredClone(value);
const overTheWeb = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe.each(EVENT_NAMES)('%s', (name) => {
  it('updates the cache identically over both transports, including fields that are present but undefined', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 6 }), eventsNamed(name, true), (before, event) => {
        const [near, far] = [overIpc, overTheWeb].map((way) => {
          const known = cacheAfter(before.map(overTheWeb));
          for (const { queryKey } of known.getQueryCache().getAll()) applyEvents(known, queryKey, [way(event)], '1');
          return known
            .getQueryCache()
            .getAll()
            .map(({ queryKey, state: { data, isInvalidated } }) => [queryKey, isInvalidated, overTheWeb({ data })]);
        });
        expect(near).toStrictEqual(far);
      }),
      { numRuns: 50 },
    );
  });
});

const anyEvent = fc.oneof(...EVENT_NAMES.map((name) => eventsNamed(name, false)));

/** The cached queries of a window that events update. */
function cacheAfter(events: readonly EngineEvent[]): QueryClient {
  const queryClient = new QueryClient();
  const know = (key: QueryKey, data: unknown): void => void queryClient.setQueryData(key, data);
  for (const filter of ['open', 'mine', 'waiting', 'closed'])
    know(['chats.list', { filter }], { pages: [{ chats: [] }], pageParams: [undefined] });
  know(['messages.list', { chatId: '1' }], { pages: [{ messages: [], hasEarlier: false }], pageParams: [undefined] });
  know(['customers.chats', { customerId: '1' }], { chats: [] });
  know(['chats.attention', {}], { chats: [] });
  for (const event of events) {
    if ('chat' in event.data && event.data.chat !== undefined)
      know(['chats.get', { chatId: event.data.chat.id }], event.data.chat);
    for (const { queryKey } of queryClient.getQueryCache().getAll()) applyEvents(queryClient, queryKey, [event], '1');
  }
  return queryClient;
}
