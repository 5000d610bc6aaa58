/** Files that operators attach with saved replies. */
export const REPLY_FILE_TABLES = `
  CREATE TABLE saved_reply_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reply_id INTEGER NOT NULL REFERENCES saved_replies ON DELETE CASCADE,
    digest TEXT NOT NULL,
    file_name TEXT NOT NULL
  ) STRICT;
  CREATE INDEX saved_reply_files_by_reply ON saved_reply_files (reply_id, id);
  CREATE INDEX saved_reply_files_by_digest ON saved_reply_files (digest);
`;

/** Files by their digest, and who has or had them. */
export const MEDIA_TABLES = `${REPLY_FILE_TABLES}
  CREATE TABLE media_files (
    digest TEXT PRIMARY KEY,
    media_type TEXT NOT NULL,
    form TEXT NOT NULL,
    size INTEGER NOT NULL,
    width INTEGER,
    height INTEGER,
    -- 0: can be fetched again, 1: has no other source, 2: a visitor's that no message has named yet
    purpose INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX media_files_by_use ON media_files (used_at) WHERE purpose = 0;

  CREATE TABLE media_links (
    owner_id INTEGER NOT NULL,
    part TEXT NOT NULL,
    url TEXT NOT NULL,
    digest TEXT,
    refusal TEXT,
    status INTEGER,
    size INTEGER,
    at INTEGER NOT NULL,
    PRIMARY KEY (owner_id, part)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX media_links_by_digest ON media_links (digest) WHERE digest IS NOT NULL;

  CREATE TABLE hosted_files (
    token TEXT PRIMARY KEY,
    message_id INTEGER NOT NULL REFERENCES messages,
    part TEXT NOT NULL,
    digest TEXT NOT NULL,
    file_name TEXT NOT NULL,
    link_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    UNIQUE (message_id, part)
  ) STRICT;
  CREATE INDEX hosted_files_by_digest ON hosted_files (digest, expires_at);

  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    operator_id TEXT NOT NULL REFERENCES operators,
    digest TEXT NOT NULL,
    file_name TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX uploads_by_digest ON uploads (digest);

  CREATE TABLE stickers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest TEXT NOT NULL UNIQUE,
    emoji TEXT,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    added_at INTEGER NOT NULL
  ) STRICT;
`;
