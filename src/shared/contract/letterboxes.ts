import { z } from 'zod';
import { instant } from '#shared/domain/entities.ts';
import { isLetterboxAddress, isSafeLetterbox, readLetterboxAddress } from '#shared/domain/letterbox-address.ts';
import { rule } from '#shared/domain/phrase.ts';
import { nothing, owner } from './fields.ts';

/** Why nothing comes from a website. */
export const LETTERBOX_TROUBLES = [
  /** no answer */
  'unreachable',
  /** something else answers there: the folder is missing, or a firewall refuses; the HTTP status says more */
  'notThere',
  /** a letterbox with another key */
  'otherKey',
  /** a letterbox that speaks another version */
  'otherVersion',
  /** its clock and ours differ by more than a day */
  'clock',
  /** another app speaks with it too, or it is a copy: some of what comes in goes there */
  'shared',
  /** the key here can't be read any more: only a new one helps */
  'keyLost',
] as const;
export type LetterboxTrouble = (typeof LETTERBOX_TROUBLES)[number];

/** What the website's server can do, as it last said. */
export const letterboxServer = z.object({
  php: z.string(),
  /** `unsynced`: a power cut at the hoster may cost what came in last */
  store: z.enum(['sqlite', 'files', 'unsynced']),
  /** what waits there can be read by this installation alone */
  sealed: z.boolean(),
});

/** The letterbox of a channel, and whether what waits there is fetched. */
const letterbox = z.object({
  channelId: z.string(),
  /** of the folder on the website, without a slash at the end */
  url: z.string(),
  state: z.enum(['starting', 'open', 'broken']),
  trouble: z.enum(LETTERBOX_TROUBLES).optional(),
  /** of the website's answer, if there was one */
  httpStatus: z.int().optional(),
  /** start of this state */
  since: instant,
  server: letterboxServer
    .extend({
      /** the web server sends what waits there to whoever knows the name of the folder */
      exposed: z.boolean(),
    })
    .optional(),
});
export type LetterboxView = z.infer<typeof letterbox>;

/** The address of a website, as owners type it, or of the folder on it. */
export const websiteField = z
  .string()
  .trim()
  .max(500)
  .overwrite(readLetterboxAddress)
  .refine(isLetterboxAddress, rule('errors:rules.website.address'))
  .refine((url) => !isLetterboxAddress(url) || isSafeLetterbox(url), rule('errors:rules.website.https'));

const channelId = z.object({ channelId: z.string() });

/** The owners' requests about the letterboxes on their websites. */
export const letterboxRoutes = {
  'letterboxes.list': owner('none', nothing, { letterboxes: z.array(letterbox) }, ['letterboxes']),
  /**
   * Gives the channel a letterbox at this website, with a key of its own, or moves it there. A window may be shown on
   * that website from then on. Coded errors: not_found, invalid_input
   */
  'letterboxes.set': owner('changed channel', channelId.extend({ url: websiteField }), letterbox),
  /** a new key: what comes in waits on the website until the folder has been uploaded again. Coded error: not_found */
  'letterboxes.renew': owner('renewed channel', channelId, letterbox),
  /** `emptied`: the website could be told, and keeps nothing any more. Coded error: not_found */
  'letterboxes.remove': owner('changed channel', channelId, { emptied: z.boolean() }),
  /** looks now; answers once the website has, or has not. Coded error: not_found */
  'letterboxes.check': owner('none', channelId, letterbox),
} as const;
