/** Mailboxes, and every mail that came from one or goes out by it. */
export const MAIL_TABLES = `
  CREATE TABLE mailboxes (
    channel_id TEXT PRIMARY KEY REFERENCES channels,
    -- what was written before goes by no mail
    since INTEGER NOT NULL,
    -- up to where it has been read, as its server counts
    validity TEXT,
    uid INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE mails (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel_id TEXT NOT NULL REFERENCES channels,
    -- the header; ours cannot be guessed, so whoever names it answers that mail
    message_id TEXT NOT NULL,
    direction TEXT NOT NULL,
    -- null: it was only noted
    chat_id INTEGER REFERENCES chats,
    -- of the customer
    address TEXT NOT NULL,
    subject TEXT,
    -- of a customer's: the whole text, if its message shows only a part of it
    whole TEXT,
    -- of ours: sending, sent, failed
    state TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- an attempt has begun of which nobody knows the end yet; it was cut off, and made again
    under_way INTEGER NOT NULL DEFAULT 0,
    cut_off INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL DEFAULT 0,
    at INTEGER NOT NULL,
    sent_at INTEGER,
    UNIQUE (channel_id, message_id)
  ) STRICT;
  CREATE INDEX mails_of_chats ON mails (chat_id, id) WHERE chat_id IS NOT NULL;
  CREATE INDEX mails_sending ON mails (id) WHERE state = 'sending';

  -- replies that go by mail
  CREATE TABLE mailed_messages (
    message_id INTEGER PRIMARY KEY REFERENCES messages,
    mail_id INTEGER NOT NULL REFERENCES mails
  ) STRICT;
  CREATE INDEX mailed_messages_by_mail ON mailed_messages (mail_id);
`;
