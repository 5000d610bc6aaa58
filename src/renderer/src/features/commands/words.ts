import type { CommandName, CommandPlace } from '#renderer/components/command-table.ts';
import type { ShownGroup } from './grouping.ts';
import { commands } from '#shared/words/en/commands.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('commands', commands);

/** What the palette says. */
export const paletteWords = {
  title: say('palette.title'),
  search: say('palette.search'),
  placeholder: say('palette.placeholder'),
  list: say('palette.list'),
  none: say('palette.none'),
  close: say('palette.close'),
  found: (count: number) => say('palette.found', { count }),
  groups: {
    recent: say('palette.groups.recent'),
    chat: say('palette.groups.chat'),
    chats: say('palette.groups.chats'),
    go: say('palette.groups.go'),
    you: say('palette.groups.you'),
    appearance: say('palette.groups.appearance'),
  } satisfies Record<ShownGroup['name'], string>,
} as const;

interface CommandWords {
  readonly label: string;
  /** further words that it is found by */
  readonly also?: string;
}

/** What is in the palette while a part of the window offers it. */
export const commandWords = {
  reply: { label: say('command.reply.label'), also: say('command.reply.also') },
  note: { label: say('command.note.label'), also: say('command.note.also') },
  attachFiles: { label: say('command.attachFiles.label'), also: say('command.attachFiles.also') },
  recordVoice: { label: say('command.recordVoice.label'), also: say('command.recordVoice.also') },
  sendLocation: { label: say('command.sendLocation.label'), also: say('command.sendLocation.also') },
  take: { label: say('command.take.label'), also: say('command.take.also') },
  takeOver: { label: say('command.takeOver.label'), also: say('command.takeOver.also') },
  assign: { label: say('command.assign.label'), also: say('command.assign.also') },
  returnToBot: { label: say('command.returnToBot.label'), also: say('command.returnToBot.also') },
  askForRating: { label: say('command.askForRating.label'), also: say('command.askForRating.also') },
  transcript: { label: say('command.transcript.label'), also: say('command.transcript.also') },
  close: { label: say('command.close.label'), also: say('command.close.also') },
  reopen: { label: say('command.reopen.label'), also: say('command.reopen.also') },
  nextChat: { label: say('command.nextChat.label') },
  previousChat: { label: say('command.previousChat.label') },
  tags: { label: say('command.tags.label'), also: say('command.tags.also') },
  blockCustomer: { label: say('command.blockCustomer.label'), also: say('command.blockCustomer.also') },
  unblockCustomer: { label: say('command.unblockCustomer.label'), also: say('command.unblockCustomer.also') },
  mergeContacts: { label: say('command.mergeContacts.label'), also: say('command.mergeContacts.also') },
  contact: { label: say('command.contact.label'), also: say('command.contact.also') },
  inspector: { label: say('command.inspector.label'), also: say('command.inspector.also') },
  search: { label: say('command.search.label'), also: say('command.search.also') },
  presence: { label: say('command.presence.label'), also: say('command.presence.also') },
  shortcuts: { label: say('command.shortcuts.label'), also: say('command.shortcuts.also') },
  signOut: { label: say('command.signOut.label'), also: say('command.signOut.also') },
} as const satisfies Partial<Record<CommandName, CommandWords>>;

/** What the list of keys says. */
export const sheetWords = {
  title: say('sheet.title'),
  charactersOff: say('sheet.charactersOff'),
  places: {
    everywhere: say('sheet.places.everywhere'),
    list: say('sheet.places.list'),
    chat: say('sheet.places.chat'),
    writing: say('sheet.places.writing'),
    replyWindow: say('sheet.places.replyWindow'),
  } satisfies Record<CommandPlace, string>,
} as const;

/** Rows of the list of keys; commands that belong together share one. */
export const sheetRows: readonly { readonly commands: readonly CommandName[]; readonly does: string }[] = [
  { commands: ['palette'], does: say('does.palette') },
  { commands: ['shortcuts'], does: say('does.shortcuts') },
  { commands: ['search'], does: say('does.search') },
  { commands: ['presence'], does: say('does.presence') },
  { commands: ['nextRow', 'previousRow'], does: say('does.nextRow') },
  { commands: ['openRow'], does: say('does.openRow') },
  { commands: ['nextChat', 'previousChat'], does: say('does.nextChat') },
  { commands: ['reply'], does: say('does.reply') },
  { commands: ['note'], does: say('does.note') },
  { commands: ['take'], does: say('does.take') },
  { commands: ['assign'], does: say('does.assign') },
  { commands: ['returnToBot'], does: say('does.returnToBot') },
  { commands: ['close'], does: say('does.close') },
  { commands: ['send'], does: say('does.send') },
  { commands: ['newLine'], does: say('does.newLine') },
  { commands: ['sendAndClose'], does: say('does.sendAndClose') },
  { commands: ['savedReplies'], does: say('does.savedReplies') },
  { commands: ['nextWaiting', 'previousWaiting'], does: say('does.nextWaiting') },
  { commands: ['openInWindow'], does: say('does.openInWindow') },
  { commands: ['closeReplyWindow'], does: say('does.closeReplyWindow') },
];
