/** Whether the customer of a chat was told that nobody is there. */
export const hours = 'ALTER TABLE chats ADD COLUMN told_away INTEGER NOT NULL DEFAULT 0';
