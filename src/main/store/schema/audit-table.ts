/**
 * Who signed in, and who changed what. Triggers keep it as it is, whatever part of the program writes: an entry's count
 * may grow, and entries go when they are a year older than the newest.
 */
export const AUDIT_TABLE = `
  CREATE TABLE audit (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    operator_id TEXT,
    operator_name TEXT,
    source TEXT,
    action TEXT NOT NULL,
    about_id TEXT,
    about TEXT,
    fields TEXT,
    secret TEXT,
    count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_time ON audit (at, place);
  CREATE INDEX audit_of_operators ON audit (operator_id, at, place);
  CREATE INDEX audit_of_secrets ON audit (about_id, place) WHERE secret IS NOT NULL;
  CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
  WHEN new.count <= old.count
    OR (new.place, new.key, new.at, new.operator_id, new.operator_name, new.source, new.action, new.about_id, new.about, new.fields, new.secret)
    IS NOT (old.place, old.key, old.at, old.operator_id, old.operator_name, old.source, old.action, old.about_id, old.about, old.fields, old.secret)
  BEGIN
    SELECT RAISE(ABORT, 'entries of the list of changes stay as they are');
  END;
  CREATE TRIGGER audit_kept BEFORE DELETE ON audit
  WHEN old.at > (SELECT max(at) FROM audit) - 365 * 86400000
  BEGIN
    SELECT RAISE(ABORT, 'entries of the list of changes are kept for a year');
  END;
`;
