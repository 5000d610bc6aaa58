/** What webhooks are still to be told. */
export const WEBHOOK_TABLES = `
  CREATE TABLE webhook_events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id TEXT NOT NULL,
    chat_id INTEGER NOT NULL REFERENCES chats,
    body TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhook_events_in_order ON webhook_events (webhook_id, sequence);
  CREATE INDEX webhook_events_of_chats ON webhook_events (chat_id);
`;
