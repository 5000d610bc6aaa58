/** How operators sign in from elsewhere. */
export const DEVICE_TABLES = `
  -- browsers and apps that are signed in; of their keys there are only digests
  CREATE TABLE devices (
    id TEXT PRIMARY KEY,
    operator_id TEXT NOT NULL REFERENCES operators,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    key_digest TEXT NOT NULL UNIQUE,
    joined_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    last_from TEXT,
    -- where it is notified while closed, as JSON
    push TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE invitations (
    -- a digest of the secret
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    -- for a further device of theirs
    operator_id TEXT REFERENCES operators,
    invited_by TEXT NOT NULL REFERENCES operators,
    secret TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    until INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;
`;
