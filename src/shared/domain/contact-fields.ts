import type { SenderFields } from '#shared/protocol/chat-channel.ts';

/**
 * The contact fields, in display order. Each is edited on the contact card, searched, merged, exported and erased. A
 * new field needs a row here and in `protocol/chat-channel`, a column of `customers`, and its name in each
 * `inbox.json`.
 */
export const contactFields = {
  name: { most: 255, inputMode: 'text' },
  phone: { most: 64, inputMode: 'tel' },
  email: { most: 255, inputMode: 'email' },
} as const;

export type ContactField = keyof typeof contactFields;
export const CONTACT_FIELDS = Object.keys(contactFields) as ContactField[];

const otherSenderFields = { photo: true, url: true, invite: true } satisfies Record<
  Exclude<keyof SenderFields, ContactField>,
  true
>;

/** Every field an integration may send about a customer, each in its own column. */
export const SENDER_FIELDS = [...CONTACT_FIELDS, ...Object.keys(otherSenderFields)] as (keyof SenderFields)[];

/** One value per contact field. */
export function mapContactFields<T>(make: (field: ContactField) => T): Record<ContactField, T> {
  return Object.fromEntries(CONTACT_FIELDS.map((field) => [field, make(field)])) as Record<ContactField, T>;
}

/** The contact fields besides the name. */
export function fieldsExceptName<T>(known: { readonly [F in ContactField]?: T | undefined }): T[] {
  const fields = CONTACT_FIELDS.filter((field) => field !== 'name');
  // Not flattened: a value may be a list itself.
  return fields.map((field) => known[field]).filter((field) => field !== undefined);
}

/** Digits that a phone number has at least. */
const SHORTEST_PHONE = 5;

/** What tells that two are the same person: the email, and the digits of the phone, however they are written. */
export function contactKeys({ email, phone }: { readonly [F in ContactField]?: string | undefined }): string[] {
  const digits = phone?.replaceAll(/\D/gu, '').replace(/^00/, '') ?? '';
  return [
    ...(email?.includes('@') === true ? [email.trim().toLowerCase()] : []),
    ...(digits.length < SHORTEST_PHONE ? [] : [digits]),
  ];
}

/** Beginning of the `externalId` of a visitor whom the website has signed in, with a signature. */
export const SIGNED_IN = '"user:';

/** Fields of a website's own that it says of a customer: a plan, an order's number. */
export type WebsiteFields = Readonly<Record<string, string | number | boolean>>;

/** Bounds of these: how many there are, and the characters of a name and of a text. */
export const WEBSITE_FIELDS = { most: 20, name: 40, text: 200 } as const;
