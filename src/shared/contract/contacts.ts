import { z } from 'zod';
import {
  contactFields,
  type ContactField,
  mapContactFields,
  type WebsiteFields,
} from '#shared/domain/contact-fields.ts';
import type { Customer } from '#shared/domain/entities.ts';
import { MAX_TAG_LENGTH, MAX_TAGS, normalizeTag } from '#shared/domain/tags.ts';
import { rule } from '#shared/domain/phrase.ts';

/** A single line of text; tags that differ only in case are the same. */
export const tagName = z
  .string()
  .transform(normalizeTag)
  .pipe(
    z
      .string()
      .min(1, rule('errors:rules.word.needed'))
      .max(MAX_TAG_LENGTH, rule('errors:rules.most.characters', { most: MAX_TAG_LENGTH })),
  );

export const tagNames = z.array(tagName).max(MAX_TAGS, rule('errors:rules.most.tags', { most: MAX_TAGS }));

/** A word to find chats and contacts by; it exists as long as one of them has it. */
export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly chats: number;
  readonly contacts: number;
}

export interface Blocked {
  readonly at: number;
  /** the operator's name */
  readonly by: string;
  /** messages received since then */
  readonly count: number;
  readonly lastAt?: number | undefined;
}

/** What a website says of a customer besides; `isProven`: with a signature. */
export interface SaidByWebsite {
  readonly fields: WebsiteFields;
  readonly isProven: boolean;
}

/** A single customer of a contact, with what belongs to them alone. */
export interface ContactCustomer extends Pick<Customer, ContactField | 'channelId' | 'externalId' | 'firstSeenAt'> {
  readonly customerId: string;
  readonly blocked?: Blocked | undefined;
  /** merged into another customer's contact */
  readonly merged?: { readonly at: number; readonly by: string } | undefined;
  readonly website?: SaidByWebsite | undefined;
}

/** A person as operators see them: one customer, or several merged customers that share one card. */
export interface Contact extends Pick<Customer, ContactField> {
  /** id of the customer whose card it was originally */
  readonly id: string;
  readonly notes: string;
  readonly tags: string[];
  /** the original customer of the card, then those merged into it */
  readonly customers: ContactCustomer[];
}

/** For each contact field, the customer whose value the shared card gets. */
export const mergeChoices = z.object(mapContactFields(() => z.enum(['into', 'other'])));
export type MergeChoices = Readonly<z.infer<typeof mergeChoices>>;

/** Rows of a file that are imported at once. */
export const MOST_IMPORTED = 500;

/** A row of a file: it is about whoever has its email or phone. */
export const importedContact = z.object({
  ...mapContactFields((field) => z.string().trim().min(1).max(contactFields[field].most).optional()),
  tags: tagNames,
});
export type ImportedContact = z.infer<typeof importedContact>;
