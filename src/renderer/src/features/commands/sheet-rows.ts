import type { CommandName } from '#renderer/components/command-table.ts';

/** Rows of the list of keys, each named by its first command; commands that belong together share one. */
export const sheetRows = [
  ['palette'],
  ['shortcuts'],
  ['search'],
  ['presence'],
  ['nextRow', 'previousRow'],
  ['openRow'],
  ['nextChat', 'previousChat'],
  ['reply'],
  ['note'],
  ['take'],
  ['assign'],
  ['returnToBot'],
  ['close'],
  ['send'],
  ['newLine'],
  ['sendAndClose'],
  ['savedReplies'],
  ['nextWaiting', 'previousWaiting'],
  ['openInWindow'],
  ['closeReplyWindow'],
] as const satisfies readonly (readonly CommandName[])[];
