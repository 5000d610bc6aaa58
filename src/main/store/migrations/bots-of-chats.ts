/**
 * `chat_bots`: every bot that has held a chat. `begun_after`: the newest event there was when the first attempt at one
 * began; what the bot said since has a larger number.
 */
export const botsOfChats = `
  CREATE TABLE chat_bots (
    chat_id INTEGER NOT NULL REFERENCES chats ON DELETE CASCADE,
    bot_id TEXT NOT NULL,
    PRIMARY KEY (chat_id, bot_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO chat_bots SELECT id, bot_id FROM chats WHERE bot_id IS NOT NULL;
  INSERT OR IGNORE INTO chat_bots SELECT chat_id, bot_id FROM bot_events WHERE kind = 'CLIENT_MESSAGE' AND direction = 'out' AND chat_id IN (SELECT id FROM chats);
  ALTER TABLE bot_events ADD COLUMN begun_after INTEGER;
`;
