import { z } from 'zod';
import { WEBSITE_FIELDS } from '#shared/domain/contact-fields.ts';
import type { Formatted } from '#shared/domain/formatted.ts';
import type { ContentType } from '#shared/domain/kinds/kinds.ts';
import type { AskedField, SiteText } from '#shared/domain/site.ts';
import type { ShownButton } from '#shared/protocol/bot-provider.ts';

/**
 * Version of the frames between the window on a website and the engine: JSON objects with a `kind`. Over a WebSocket
 * one per text message; when polling an array per answer. The window bundles none of the schemas: only their types.
 */
export const SITE_PROTOCOL = 1;

/** Milliseconds between the engine's pings; after two of them without a byte either side connects again. */
export const PING_INTERVAL = 25_000;

/** Code points of a message: longer ones are cut into several. */
export const LONGEST_MESSAGE = 10_000;

/** Messages in a welcome or a page of history. */
export const PAGE_OF_MESSAGES = 50;

const line = (most: number) => z.string().max(most);

/** Made by the window: the same one again is the same message, rating, end or address. */
const clientId = z
  .string()
  .min(8)
  .max(64)
  .regex(/^[\w-]+$/);
const messageId = z.string().regex(/^[1-9]\d{0,14}$/);

const page = z.object({
  /** address and title of the page that the visitor is on, and where they came from */
  url: line(2048),
  title: line(300).optional(),
  referrer: line(2048).optional(),
});
export type VisitedPage = z.infer<typeof page>;

/**
 * The person who is signed in, according to the website. `signature`: the HMAC-SHA-256 in hex, with the channel's key,
 * of id, name and email with a line break between them; of the id alone it proves only the id. `fields`: of the shop's
 * own, with a signature for them alone, because they change while the person stays the same
 */
const identity = z.object({
  id: z.string().min(1).max(255),
  name: line(255).optional(),
  email: line(255).optional(),
  signature: line(128),
  fields: z
    .record(line(WEBSITE_FIELDS.name).min(1), z.union([line(WEBSITE_FIELDS.text), z.number(), z.boolean()]))
    .refine((fields) => Object.keys(fields).length <= WEBSITE_FIELDS.most)
    .optional(),
  fieldsSignature: line(128).optional(),
});
export type SiteIdentity = z.infer<typeof identity>;

const token = line(2000);

/** Who a visitor is, in what their window sends beside the connection: `Authorization: Bearer`, as JSON in base64url. */
export const credentials = z.object({ token: token.optional(), identity: identity.optional() });
export type Credentials = z.infer<typeof credentials>;

const contactFields = { name: line(255), email: line(255), phone: line(64) } satisfies Record<AskedField, z.ZodType>;
const contact = z.object(contactFields).partial();

/** From the visitor's window. */
export const visitorFrame = z.discriminatedUnion('kind', [
  /**
   * first on every connection; `cursor`: the newest message that the window has, and when it was written: after a restore
   * the same id can be another's
   */
  z.object({
    kind: z.literal('hello'),
    version: z.int(),
    token: token.optional(),
    cursor: messageId.optional(),
    cursorAt: z.number().optional(),
    language: line(35).optional(),
    page: page.optional(),
    identity: identity.optional(),
    /** made by the window for one page: whoever signs in there goes on with their visit */
    window: line(64).optional(),
    /** secret under which what is for this window waits on a website, 32 bytes in base64url; left out: unsealed */
    seal: z
      .string()
      .regex(/^[\w-]{43}$/)
      .optional(),
  }),
  /** asks for a token, before the first message: nothing is stored for it */
  z.object({ kind: z.literal('begin') }),
  z.object({
    kind: z.literal('message'),
    id: clientId,
    text: line(LONGEST_MESSAGE * 2).optional(),
    /** a file uploaded before; `voice`: recorded in the window */
    upload: line(2000).optional(),
    voice: z.boolean().optional(),
    /** seconds */
    duration: z.int().positive().max(86_400).optional(),
    /** the fields that the window asked for */
    contact: contact.optional(),
    /** the visitor has agreed to this, as it was shown; with the first message, where the shop asks for it */
    consent: z.object({ text: line(300), link: line(500).optional() }).optional(),
    /** the automatic invitation that the visitor answers */
    invite: line(1000).optional(),
    /** the bot's button that was pressed: its message, and its position there */
    pressed: z.object({ message: messageId, index: z.int().min(0) }).optional(),
  }),
  z.object({ kind: z.literal('typing'), on: z.boolean() }),
  z.object({ kind: z.literal('page'), page }),
  /** the window has everything up to this message; `seen`: it was on the screen */
  z.object({ kind: z.literal('got'), upTo: messageId, seen: z.boolean() }),
  /** answers a request for a rating, by its message */
  z.object({
    kind: z.literal('rate'),
    id: clientId,
    message: messageId,
    rate: z.int().min(1).max(5),
    comment: line(4000).optional(),
  }),
  /** the visitor ends the chat */
  z.object({ kind: z.literal('end'), id: clientId }),
  /** where an answer reaches the visitor once they have left */
  z.object({ kind: z.literal('email'), id: clientId, email: contactFields.email }),
  /** the page before a message */
  z.object({ kind: z.literal('history'), before: messageId }),
  z.object({ kind: z.literal('identify'), identity }),
  z.object({ kind: z.literal('pong') }),
]);
export type VisitorFrame = z.infer<typeof visitorFrame>;

/** A file of a message; `url` is below the address of the listener, without a slash in front (or a full link). */
export interface SiteFile {
  readonly url: string;
  readonly thumb?: string;
  readonly name: string;
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  /** seconds */
  readonly duration?: number;
}

/** A message as the visitor sees it. */
export interface SiteMessage {
  readonly id: string;
  readonly at: number;
  /** `channel`: an automatic message */
  readonly from: 'visitor' | 'operator' | 'bot' | 'channel';
  /** of the writer, except for the visitor's own */
  readonly name?: string;
  /** the writer's picture: below the address of the listener, without a slash in front, or a full link */
  readonly picture?: string;
  /** of the visitor's own: its id when it was sent */
  readonly clientId?: string;
  readonly type: ContentType;
  /** text or caption as typed: for copying, previews and saving; absent if there is none */
  readonly text?: string;
  /** the same, to be shown */
  readonly blocks?: readonly Formatted[];
  /** of a bot: each sends its text as a message */
  readonly buttons?: readonly ShownButton[];
  /** asks for a rating; `rate`: what the visitor chose */
  readonly rating?: { readonly open: boolean; readonly rate?: number; readonly comment?: string };
  readonly file?: SiteFile;
  readonly location?: { readonly latitude: number; readonly longitude: number; readonly title?: string };
}

export interface SiteState {
  /** `none`: no chat is open */
  readonly chat: 'none' | 'waiting' | 'bot' | 'operator';
  /** the operator or bot that has it */
  readonly assignee?: { readonly name: string; readonly picture?: string };
  /** true while an operator is there */
  readonly staffed: boolean;
  /** answers can follow whoever leaves by mail, but their address is not known */
  readonly wantsEmail?: true;
}

export type RefusalCode =
  /** `wait`: milliseconds; the window tries again by itself */
  | 'too_many'
  /** files are not accepted here, or not this one: too large, unreadable */
  | 'file'
  /** the rating is over, or there is nothing to rate or end */
  | 'over'
  /** the visitor has not agreed to what the shop asks for by now */
  | 'consent'
  /** this program cannot read the frame */
  | 'invalid'
  /** nothing can be stored at the moment; the window tries again by itself */
  | 'unavailable';

/** From the engine. */
export type EngineFrame =
  /** answers `hello`: everything after the cursor, or the newest page; `more`: there are earlier ones */
  | {
      readonly kind: 'welcome';
      readonly state: SiteState;
      readonly messages: readonly SiteMessage[];
      readonly more: boolean;
      /** the cursor was too old or unknown: forget what is shown */
      readonly anew?: true;
      /** the newest message that was on the visitor's screen */
      readonly seen?: string;
    }
  /** answers `begin`: to keep in the browser's storage; or an identity (`i.`): of no use without it, so never kept */
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'message'; readonly message: SiteMessage }
  /** a message, rating, end or address is on disk; `message`: of a message, the id of its last part */
  | { readonly kind: 'accepted'; readonly id: string; readonly message?: string }
  | { readonly kind: 'refused'; readonly id: string; readonly code: RefusalCode; readonly wait?: number }
  | { readonly kind: 'typing'; readonly on: boolean; readonly name?: string }
  | { readonly kind: 'state'; readonly state: SiteState }
  | { readonly kind: 'history'; readonly messages: readonly SiteMessage[]; readonly more: boolean }
  /** outcome for a rating that is shown */
  | { readonly kind: 'rated'; readonly message: string; readonly rating: NonNullable<SiteMessage['rating']> }
  /** an operator writes first or invites: show the button's mark, even if the window is closed */
  | { readonly kind: 'invite'; readonly text: string; readonly name?: string; readonly picture?: string }
  /** the token is not valid any more, or the connection is over: begin again without it */
  | { readonly kind: 'gone'; readonly what: 'token' | 'connection' }
  | { readonly kind: 'ping' }
  /** last in the answer to a poll: what the window has now, to be said with the next one */
  | { readonly kind: 'read'; readonly connection: string; readonly upTo: number };

/** The answer of `GET /site/<public id>/status`: what the button needs. */
export type SiteStatus =
  | { readonly show: false }
  | {
      readonly show: true;
      /**
       * A folder of the website takes messages in, and the engine itself is asked nothing: the address of its script, to
       * which a path is added.
       */
      readonly letterbox?: string;
      readonly staffed: boolean;
      /**
       * When it is open next, from and to, as far as that is known: for when nobody is there, and for while the app is off.
       * Milliseconds, wall clock
       */
      readonly open: readonly (readonly [from: number, to: number])[];
      /** the language chosen from ours, and whether it is written from right to left */
      readonly language: string;
      /** of the shop */
      readonly name: string;
      readonly picture?: string;
      readonly color: string;
      /** of the text on it */
      readonly ink: '#000000' | '#ffffff';
      readonly side: 'right' | 'left';
      /** `page`: light on a light page, dark on a dark one */
      readonly theme: 'page' | 'light' | 'dark';
      /** name of the button, whether it is shown beside its symbol, and the name of what closes an invitation */
      readonly button: { readonly name: string; readonly isShown: boolean; readonly close: string };
      /** the owner's, in place of those of the language */
      readonly texts: Readonly<Partial<Record<Exclude<SiteText, 'button'>, string>>>;
      readonly ask: Readonly<Record<AskedField, 'no' | 'optional' | 'required'>>;
      /** the first message says that the visitor has agreed to the consent line */
      readonly asksConsent: boolean;
      readonly files: boolean;
      readonly voice: boolean;
      /** connects at once, so that the visitor is listed before they open the window */
      readonly connects?: true;
      /** bytes of a file */
      readonly largestFile: number;
      readonly invitation?: { readonly text: string; readonly seconds: number; readonly pages: readonly string[] };
    };

/** What a website that takes frames in tells its pages: `{folder}/c/window.txt`, a file that is there whoever is not. */
export interface LetterWindow {
  /** the channel's public id */
  readonly id: string;
  /** its script, from its origin, if not that of the folder */
  readonly script?: string;
  /** nothing is shown while nobody is there */
  readonly hides: boolean;
  /** one for each language; the first is that of everybody else */
  readonly languages: readonly [SiteStatus & { readonly show: true }, ...(SiteStatus & { readonly show: true })[]];
}

/** The same in its file; `until`: seconds by the website's clock until which our app counts as there. */
export interface LetterStatus {
  readonly until: number;
  readonly window: LetterWindow;
}
