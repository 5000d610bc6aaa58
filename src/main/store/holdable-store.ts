import { ContractError } from '#shared/contract/errors.ts';
import type { Store } from './store.ts';
import type { Transactions } from './transactions/index.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** A store that can be told to take nothing more of what people say; whoever asks is to try again. */
export interface HoldableStore extends Store {
  /** returns how to take it again */
  readonly hold: () => () => void;
}

/** What brings words into the conversations. */
const WORDS: ReadonlySet<keyof Transactions> = new Set([
  'receiveMessage',
  'receiveBotEvent',
  'replyToChat',
  'replyWithMedia',
  'addNote',
  'rateChat',
]);

export function holdableStore(store: Store): HoldableStore {
  let held = false;
  return {
    ...store,
    write: (name, ...input) => {
      if (held && WORDS.has(name))
        return Promise.reject(new ContractError('storage_unavailable', phrase('errors:refusals.store.held')));
      return store.write(name, ...input);
    },
    hold: () => {
      held = true;
      return () => {
        held = false;
      };
    },
  };
}
