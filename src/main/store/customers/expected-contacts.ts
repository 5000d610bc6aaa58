import type { ImportedContact } from '#shared/contract/contacts.ts';
import { contactKeys, mapContactFields } from '#shared/domain/contact-fields.ts';
import { distinctTags, MAX_TAGS } from '#shared/domain/tags.ts';
import type { Connection } from '../connection.ts';
import { inTexts } from '../sql.ts';

/** What waits for whoever has one of these keys. */
export async function readExpected(db: Connection, keys: readonly string[]): Promise<readonly ImportedContact[]> {
  if (keys.length === 0) return [];
  const contacts = await db.column<string>`
    SELECT DISTINCT contact FROM expected_contacts WHERE key IN ${inTexts(keys)} ORDER BY contact`;
  return contacts.map((contact) => JSON.parse(contact) as ImportedContact);
}

/** People, though each may have an email and a phone. */
export async function countExpected(db: Connection): Promise<number> {
  return (await db.value<number>`SELECT count(DISTINCT contact) FROM expected_contacts`) ?? 0;
}

/** Those with these keys, and further ones: rows of one person complete each other. */
export async function expectingContacts(db: Connection, keys: readonly string[]) {
  const known = new Map<string, ImportedContact>();
  for (const contact of await readExpected(db, keys)) for (const key of contactKeys(contact)) known.set(key, contact);
  const added = new Map<string, ImportedContact>();
  return {
    /** false: it says nothing new, or of nobody */
    add: (row: ImportedContact): boolean => {
      const before = contactKeys(row)
        .map((key) => known.get(key))
        .find((contact) => contact !== undefined);
      const tags = distinctTags([...(before?.tags ?? []), ...row.tags]).slice(0, MAX_TAGS);
      const contact = { ...mapContactFields((field) => before?.[field] ?? row[field]), tags };
      if (contactKeys(contact).length === 0 || JSON.stringify(contact) === JSON.stringify(before)) return false;
      for (const key of contactKeys(contact)) {
        known.set(key, contact);
        added.set(key, contact);
      }
      return true;
    },
    added: (): readonly (readonly [key: string, contact: ImportedContact])[] => [...added],
  };
}
