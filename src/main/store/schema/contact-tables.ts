/** What a file says of people who have not written yet. */
export const CONTACT_TABLES = `
  -- by each key of theirs: an email, or the digits of a phone
  CREATE TABLE expected_contacts (
    key TEXT PRIMARY KEY,
    contact TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
