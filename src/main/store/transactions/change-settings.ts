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
export async function changeSettings(
  connection: Connection,
  { settings, botTrouble, at }: SettingsChange,
): Promise<readonly ChatChange[]> {
  const removed = await writeSettings(connection, settings, at);
  return [
    ...(
      await Array.fromAsync(removed.channels, ({ id, name }) =>
        closeChannel(connection, { channelId: id, channelName: name, at }),
      )
    ).flat(),
    ...(
      await Array.fromAsync(removed.operators, ({ id, name }) => releaseChats(connection, { operatorId: id, name, at }))
    ).flat(),
    ...(await releaseBotChats(connection, { botTrouble, at })),
  ];
}
