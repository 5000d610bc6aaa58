/** What operators know of a customer, tags, and who is blocked. */
export const contacts = `
  ALTER TABLE customers ADD COLUMN contact_id INTEGER REFERENCES customers ON DELETE SET NULL;
  ALTER TABLE customers ADD COLUMN notes TEXT;
  ALTER TABLE customers ADD COLUMN blocked_at INTEGER;
  ALTER TABLE customers ADD COLUMN blocked_by TEXT;
  ALTER TABLE customers ADD COLUMN blocked_count INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE customers ADD COLUMN blocked_last_at INTEGER;
  CREATE INDEX customers_by_contact ON customers (contact_id) WHERE contact_id IS NOT NULL;
  CREATE INDEX customers_blocked ON customers (blocked_at, id) WHERE blocked_at IS NOT NULL;

  CREATE TABLE contact_merges (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL UNIQUE REFERENCES customers ON DELETE CASCADE,
    into_id INTEGER NOT NULL REFERENCES customers ON DELETE CASCADE,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    operator_name TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX contact_merges_by_into ON contact_merges (into_id, id);

  ALTER TABLE chats ADD COLUMN tags TEXT;
  CREATE TABLE tags (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE chat_tags (
    tag_id INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
    chat_id INTEGER NOT NULL REFERENCES chats ON DELETE CASCADE,
    PRIMARY KEY (tag_id, chat_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX chat_tags_by_chat ON chat_tags (chat_id);
  CREATE TABLE customer_tags (
    tag_id INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
    customer_id INTEGER NOT NULL REFERENCES customers ON DELETE CASCADE,
    PRIMARY KEY (tag_id, customer_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX customer_tags_by_customer ON customer_tags (customer_id);
`;
