import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Events } from '#shared/contract/events.ts';

export interface Assigned {
  /** the latest chat that a colleague gave to this operator while this window was open */
  readonly latest?: Events['message.added'];
}

/** What colleagues give to this operator, for the window to say. */
export function createAssigned(): StoreApi<Assigned> {
  return createStore<Assigned>(() => ({}));
}
