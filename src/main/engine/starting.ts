import type { EngineOptions } from './engine.ts';

/** What every stage of the start is given. */
export interface Starting {
  readonly options: EngineOptions;
  /** notes how a part is stopped, and gives the part back */
  readonly started: <T extends { readonly stop: () => void | Promise<void> }>(part: T) => T;
  readonly later: Later;
}

/** What an earlier part asks of a later one; filled in as those start. */
export interface Later {
  listenerUrl: string;
  publicAddress: () => string;
  /** an operator came or went, or the shop opened or closed */
  presenceChanged: () => void;
}

export function notYet(): Later {
  const later: Later = { listenerUrl: '', publicAddress: () => later.listenerUrl, presenceChanged: () => undefined };
  return later;
}
