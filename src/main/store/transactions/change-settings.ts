import type { Connection } from '../connection.ts';
import type { SettingsDocument } from '../settings-document.ts';
import { writeSettings } from '../settings-rows.ts';
import { releaseChats } from './assigning.ts';
import { releaseBotChats, type BotTrouble } from './bot-events.ts';
import type { ChatChange } from './chat-change.ts';
import { closeChannel } from './chats.ts';

export interface SettingsChange {
  /** as the settings are to be from now on */
  readonly settings: SettingsDocument;
  /** bots whose tokens are of no use, by id */
  readonly botTrouble: BotTrouble;
  readonly at: number;
}

/**
 * Writes the settings down with what that does to chats: those of a removed channel are closed, those of a removed
 * operator and of a bot that no longer works there join the queue.
 */
export function changeSettings(
  connection: Connection,
  { settings, botTrouble, at }: SettingsChange,
): readonly ChatChange[] {
  const removed = writeSettings(connection, settings, at);
  return [
    ...removed.channels.flatMap(({ id, name }) => closeChannel(connection, { channelId: id, channelName: name, at })),
    ...removed.operators.flatMap(({ id, name }) => releaseChats(connection, { operatorId: id, name, at })),
    ...releaseBotChats(connection, { botTrouble, at }),
  ];
}
