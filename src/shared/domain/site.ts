import { z } from 'zod';
import { webLink } from './links.ts';
import { enteredText, rule } from './phrase.ts';
import { LANGUAGES } from '#shared/locales/languages.ts';

/** Maximum number of websites of a channel. */
export const MOST_SITES = 20;
/** Maximum number of others its owner is asked about at once: with more, new ones have to be the more visited ones. */
export const MOST_ASKED = 20;
/** Maximum number that its owner can have refused: with more, nothing is asked any more. */
export const MOST_REFUSED = 100;

/** Contact fields that the window can ask for before the first message. */
export const ASKED_FIELDS = ['name', 'email', 'phone'] as const;
export type AskedField = (typeof ASKED_FIELDS)[number];

const required = z.enum(['no', 'optional', 'required']);

/** A website as in `Origin`, without the scheme: `shop.example`, `shop.example:8080`. */
export const siteHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/, rule('errors:rules.site'));

/** The texts of the window that an owner can change; an empty one uses ours, and without a consent line there is none that nobody has to agree to. */
export const siteText = z.strictObject({
  title: enteredText(60),
  greeting: enteredText(300),
  away: enteredText(300),
  button: enteredText(40),
  placeholder: enteredText(80),
  consent: enteredText(300),
  consentLink: enteredText(500).refine(
    (text) => text === '' || webLink(text) !== undefined,
    rule('errors:rules.address.orNothing'),
  ),
});
export type SiteText = keyof typeof siteText.shape;
export const SITE_TEXTS = Object.keys(siteText.shape) as readonly SiteText[];

/** Texts of the window by language. */
const siteTexts = z.partialRecord(z.enum(LANGUAGES.map(({ code }) => code)), siteText.partial());
export type SiteTexts = z.infer<typeof siteTexts>;

/** The settings of a channel of the kind `site`. */
export const siteSettings = z.object({
  /** of the button and the visitor's messages; the text on it is black or white, whichever is easier to read */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .default('#1d5fd0'),
  side: z.enum(['right', 'left']).default('right'),
  /** light or dark; `page`: as the website is */
  theme: z.enum(['page', 'light', 'dark']).default('page'),
  texts: siteTexts.default({}),
  /** a language of ours; null: the visitor's */
  language: z.string().nullable().default(null),
  /** fields to ask for before the first message */
  ask: z.object({ name: required, email: required, phone: required }).default({ name: 'no', email: 'no', phone: 'no' }),
  /** visitors agree to the consent line, ours if there is none of the owner's, before their first message */
  asksConsent: z.boolean().default(false),
  /** while nobody is there: the window with the away text and a field for an email address, or nothing */
  whenAway: z.enum(['window', 'nothing']).default('window'),
  /** true if visitors may send files, and record voice messages */
  files: z.boolean().default(true),
  voice: z.boolean().default(false),
  /** everybody on a page with the window is listed as a visitor, not only those who open it */
  listsAll: z.boolean().default(false),
  /** shown by itself, once per visit, on pages whose address contains one of `pages` (none: on all of them) */
  invitation: z
    .object({
      on: z.boolean(),
      text: enteredText(300),
      seconds: z.int().min(1).max(3600),
      pages: z.array(z.string().trim().min(1).max(200)).max(20),
    })
    .default({ on: false, text: '', seconds: 20, pages: [] }),
  /** websites that may show the window: the owner has named or confirmed each */
  sites: z.array(siteHost).max(MOST_SITES).default([]),
  /** others that tried, newest first, for the owner to answer for (`websites.ts`); those refused stay, with `refused` */
  otherSites: z
    .array(z.object({ host: siteHost, at: z.int(), refused: z.literal(true).optional() }))
    .max(2 * (MOST_ASKED + MOST_REFUSED))
    .default([]),
});
export type SiteSettings = z.infer<typeof siteSettings>;

/** Owner's decision on a website: it may show the window, it may not, they are still asked, or nothing. */
const websiteState = z.enum(['allowed', 'refused', 'asked', 'unknown']);
export type WebsiteState = z.infer<typeof websiteState>;

/** A step for one website; nothing changes if somebody has decided otherwise meanwhile, in another window. */
export const websiteChange = z.object({
  host: siteHost,
  from: websiteState,
  to: websiteState,
  /** of `asked`: when it was first seen, milliseconds since the epoch; left out: now */
  at: z.int().optional(),
});
export type WebsiteChange = z.infer<typeof websiteChange>;

/** True if white text is easier to read on this colour than black (WCAG contrast). */
export function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05;
}
