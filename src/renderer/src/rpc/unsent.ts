/** What an operator wrote; resending it with the same `clientId` does not duplicate it. */
export interface OutgoingText {
  readonly text: string;
  readonly clientId: string;
}

/** Whose it is: what one operator wrote goes out under no other name, and to no other installation. */
export interface Owner {
  readonly installationId: string;
  readonly operatorId: string;
}

/** A reply or note that the engine has not confirmed. */
export interface Unsent extends OutgoingText, Owner {
  readonly chatId: string;
  readonly isNote: boolean;
  /** milliseconds since the epoch; different for all of a device, so that it is also their order */
  readonly at: number;
  /** a request with it had no answer */
  readonly mayHaveArrived: boolean;
}

/** Replies and notes kept on this device, one entry each, so that several windows can add and remove them at once. */
export interface UnsentStore {
  /** an operator's, oldest first */
  readonly list: (owner: Owner) => readonly Unsent[];
  /** everyone's */
  readonly count: () => number;
  /** adds or replaces; false if there is no room */
  readonly put: (unsent: Unsent) => boolean;
  readonly remove: (unsent: Pick<Unsent, 'clientId'>) => void;
  /** deletes those of erased chats, whoever wrote them */
  readonly forget: (installationId: string, chatIds: readonly string[]) => void;
  /** deletes those of others that are too old, or whose author is no longer in the team, if that is given */
  readonly tidy: (owner: Owner, team?: readonly string[]) => void;
  /** another window changed them; returns how to stop */
  readonly onChange: (changed: () => void) => () => void;
}

const PREFIX = 'counterbell.unsent.';

/** How many are kept, of all operators; and for how long those of somebody who does not come back (milliseconds). */
export const MAX_UNSENT = 200;
const LIFETIME = 60 * 24 * 60 * 60_000;

/** Keeps them in the browser's storage; without it, nothing is kept. */
export function createUnsentStore(page: Pick<Window, 'addEventListener' | 'removeEventListener'> & StorageHolder) {
  const storage = storageOf(page);
  const entries = (): readonly Unsent[] => {
    if (storage === undefined) return [];
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    return keys
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => parseUnsent(storage.getItem(key)) ?? [])
      .toSorted((a, b) => a.at - b.at || (a.clientId < b.clientId ? -1 : 1));
  };
  const remove = ({ clientId }: Pick<Unsent, 'clientId'>): void => storage?.removeItem(PREFIX + clientId);
  return {
    list: (owner) => entries().filter((unsent) => isOf(unsent, owner)),
    count: () => entries().length,
    put: (unsent) => {
      const key = PREFIX + unsent.clientId;
      if (storage === undefined || (storage.getItem(key) === null && entries().length >= MAX_UNSENT)) return false;
      try {
        storage.setItem(key, JSON.stringify(unsent));
        return true;
      } catch {
        // The browser's limit is reached.
        return false;
      }
    },
    remove,
    forget: (installationId, chatIds) => {
      for (const unsent of entries())
        if (unsent.installationId === installationId && chatIds.includes(unsent.chatId)) remove(unsent);
    },
    tidy: (owner, team) => {
      for (const unsent of entries().filter((each) => !isOf(each, owner))) {
        const isColleague = unsent.installationId === owner.installationId;
        const isRemoved = isColleague && team?.includes(unsent.operatorId) === false;
        if (isRemoved || Date.now() - unsent.at >= LIFETIME) remove(unsent);
      }
    },
    onChange: (changed) => {
      const onStorage = ({ key }: StorageEvent): void => {
        if (key === null || key.startsWith(PREFIX)) changed();
      };
      page.addEventListener('storage', onStorage);
      return () => page.removeEventListener('storage', onStorage);
    },
  } satisfies UnsentStore;
}

interface StorageHolder {
  readonly localStorage: Storage;
}

function storageOf(page: StorageHolder): Storage | undefined {
  try {
    return page.localStorage;
  } catch {
    // The browser is set to store nothing.
    return undefined;
  }
}

function isOf(unsent: Owner, { installationId, operatorId }: Owner): boolean {
  return unsent.installationId === installationId && unsent.operatorId === operatorId;
}

/** Undefined if it is none: extensions and people can write there too. */
function parseUnsent(text: string | null): Unsent | undefined {
  try {
    const unsent = JSON.parse(text ?? '') as Unsent;
    const { clientId, chatId, text: words, installationId, operatorId, at, isNote, mayHaveArrived } = unsent;
    const areTexts = [clientId, chatId, words, installationId, operatorId].every((each) => typeof each === 'string');
    const areFlags = [isNote, mayHaveArrived].every((each) => typeof each === 'boolean');
    return areTexts && areFlags && Number.isFinite(at) ? unsent : undefined;
  } catch {
    return undefined;
  }
}

/** `crypto.randomUUID` is missing on pages loaded over plain HTTP from another computer. */
export function newClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
