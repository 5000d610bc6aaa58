import { withoutSlashes } from '#shared/domain/addresses.ts';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import { throttle } from '#main/clock/clock.ts';
import type { DueWork } from '#main/clock/due-work.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { MediaStore } from '#main/media/ports.ts';
import { openSecret, type ChannelRecord } from '#main/settings/installation.ts';
import type { OpenSpan } from '#shared/domain/working-hours.ts';
import { isDark, type SiteSettings } from '#shared/domain/site.ts';
import { chatPageAddress, scriptAddress } from '#shared/domain/site-addresses.ts';
import { ownTexts } from '#shared/domain/site-texts.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { MediaSettings } from '#shared/contract/media.ts';
import { MOST_LISTED, type visitorRoutes } from '#shared/contract/visitors.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { photoLink } from '#shared/domain/pictures.ts';
import { ENGLISH, type Language, languageFor, languageOf, LANGUAGES } from '#shared/locales/languages.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { siteWords } from '#shared/locales/site.ts';
import type { LetterWindow, SiteStatus } from '#shared/site/frames.ts';
import { createLetterPieces } from './letter-pieces.ts';
import { createLetters } from './letters.ts';
import { createSiteFiles } from './site-files.ts';
import { createUploads } from './uploads.ts';
import { identityKey } from './visitor-token.ts';
import { startVisitors } from './visitors.ts';
import { createWebsites } from './websites.ts';

const MEGABYTE = 1024 * 1024;
const DAY = 24 * 60 * 60_000;
/** Bytes of a file that waits on a website. */
const LARGEST_LETTER = 16 * MEGABYTE;
/** Milliseconds between two reports of wrong signatures: anybody can send them. */
const SIGNATURES = 60_000;

/** Channels of the kind `site`: our own window on websites. */
export function startSite(
  options: Omit<Parameters<typeof startVisitors>[0], 'findUpload' | 'hostFile' | 'onWrongSignature' | 'findChannel'> & {
    readonly channels: ChannelDirectory;
    readonly due: Pick<DueWork, 'add'>;
    readonly journal: Pick<Journal, 'add'>;
    /** Coded error: not_signed_in, if they were removed */
    readonly operatorOf: (operatorId: string) => Operator;
    readonly media: { readonly files: Pick<MediaStore, 'add'>; readonly settings: () => MediaSettings };
    /** when a channel is open next */
    readonly openSpans: (channelId: string) => readonly OpenSpan[];
    /** the listener's public address */
    readonly listenerAddress: () => string;
    /** seals the names of visitors' uploads */
    readonly uploadKey: Buffer;
    /** of the built window */
    readonly folder: string;
    /** for pieces of visitors' files that came by their website */
    readonly piecesFolder: string;
  },
) {
  const { channels, clock, due, log, store, touch, media, isStaffed, listenerAddress } = options;
  const findSite = (channelId: string): ChannelRecord | undefined => {
    const channel = channels.find(channelId);
    return channel?.kind === 'site' ? channel : undefined;
  };
  const uploads = createUploads({
    media: media.files,
    clock,
    key: options.uploadKey,
    largest: () => media.settings().largest * MEGABYTE,
    hostedFor: () => media.settings().hostedDays * DAY,
    publicUrl: () => withoutSlashes(listenerAddress()),
  });
  /** by channel: time of the last report of a wrong signature in Activity */
  const loggedAt = new Map<string, number>();
  const visitors = startVisitors({
    ...options,
    findUpload: uploads.find,
    hostFile: uploads.host,
    findChannel: findSite,
    onWrongSignature: (channelId) => {
      const channel = channels.find(channelId);
      const lastLoggedAt = loggedAt.get(channelId) ?? -Infinity;
      if (channel === undefined || clock.monotonic() < lastLoggedAt + SIGNATURES) return;
      loggedAt.set(channelId, clock.monotonic());
      options.journal.add(
        {
          at: clock.wall(),
          direction: 'in',
          channelId,
          kind: 'identify',
          status: undefined,
          outcome: 'refused',
          notes: [phrase('errors:calls.site.signature')],
          took: 0,
          size: 0,
        },
        {
          method: 'POST',
          url: `/site/${channel.publicId}/connect`,
          requestHeaders: [],
          requestBody: '',
          isJson: false,
        },
      );
    },
  });
  const seenNow = new Set<string>();
  const tellSeen = throttle(1000, clock, () => {
    for (const channelId of seenNow) {
      touch('sites', { channelId });
      void options.tell('siteSeen', { channelId, seen: websites.seen(channelId) }).catch(() => undefined);
    }
    seenNow.clear();
  });
  const websites = createWebsites({
    channels,
    clock,
    log,
    ownAddress: listenerAddress,
    onSeen: (channelId) => {
      seenNow.add(channelId);
      tellSeen.soon();
    },
  });

  options.onTold('siteSeen', ({ channelId, seen }, { isOwn }) => {
    if (!isOwn) websites.seenElsewhere(channelId, seen);
  });

  const letters = createLetters({
    visitors,
    pieces: createLetterPieces({ folder: options.piecesFolder, uploads, clock, due }),
    on: options.on,
    findChannel: findSite,
    clock,
    log,
  });

  /** what the button needs, in one of our languages */
  const shownIn = async (
    { id, name, picture }: ChannelRecord,
    site: SiteSettings,
    code: string,
  ): Promise<SiteStatus & { readonly show: true }> => {
    const { color, side, theme, ask, asksConsent, files, voice, invitation } = site;
    const words = await siteWords(LANGUAGES.some((language) => language.code === code) ? code : ENGLISH.code);
    const { button, ...texts } = ownTexts(site.texts, code);
    return {
      show: true,
      staffed: isStaffed(id),
      open: options.openSpans(id),
      language: code,
      name,
      ...(picture !== undefined && { picture: `files/${picture}/photo.jpg` }),
      color,
      ink: isDark(color) ? '#ffffff' : '#000000',
      side,
      theme,
      button: { name: button ?? words.button, isShown: button !== undefined, close: words.close },
      texts,
      ask,
      asksConsent,
      files,
      voice,
      largestFile: uploads.largest(),
      ...(invitation.on && invitation.text !== '' && { invitation }),
    };
  };
  /** state for the button; `languages`: the visitor's, best first; `isPage`: the chat page, which is always shown */
  const statusOf = async (
    channel: ChannelRecord,
    languages: readonly string[],
    isPage: boolean,
  ): Promise<SiteStatus> => {
    const { id, site } = channel;
    if (site === undefined || (!isStaffed(id) && !isPage && site.whenAway === 'nothing')) return { show: false };
    return shownIn(channel, site, (languageOf(site.language) ?? languageFor(languages)).code);
  };
  /** what the website needs to show the button by itself, whoever asks and whether we are there; undefined: no window */
  const windowOf = async (channel: ChannelRecord): Promise<LetterWindow | undefined> => {
    const { site, publicId } = channel;
    if (site === undefined) return undefined;
    const own = languageOf(site.language);
    const shown = async ({ code }: Language) => {
      const status = await shownIn(channel, site, code);
      return { ...status, largestFile: Math.min(status.largestFile, LARGEST_LETTER) };
    };
    const [first = ENGLISH, ...others] = own === undefined ? LANGUAGES : [own];
    const languages = [await shown(first), ...(await Promise.all(others.map(shown)))] as const;
    return { id: publicId, hides: site.whenAway === 'nothing', languages };
  };

  const addresses = (channelId: string) => {
    const channel = channels.get(channelId);
    const base = withoutSlashes(listenerAddress());
    return {
      script: scriptAddress(base, channel),
      page: chatPageAddress(base, channel),
      identityKey: identityKey(openSecret(channel.secret)),
    };
  };

  const calls = {
    'visitors.list': async (_input, { channels }) => {
      const all = visitors.list(MOST_LISTED);
      const listed = all.visitors.filter(({ channelId }) => channels?.includes(channelId) ?? true);
      const here = channels === undefined ? all.here : listed.filter(({ leftAt }) => leftAt === undefined).length;
      const customerIds = listed.flatMap(({ customerId }) => customerId ?? []);
      const chats = await store.read('latestChats', { customerIds });
      return { visitors: listed.map((visitor) => ({ ...visitor, chat: chats[visitor.customerId ?? ''] })), here };
    },
    'visitors.find': async ({ customerId }) => ({ visitor: visitors.findCustomer(customerId) }),
    'visitors.invite': async ({ visitorId, text }, { operatorId, channels }) => {
      const operator = options.operatorOf(operatorId);
      const picture = photoLink(operator, '')?.replace(/^\//, '');
      await visitors.invite(visitorId, channels, { name: operator.name, picture }, text);
    },
    'sites.seen': async ({ channelId }) => ({ seen: websites.seen(channelId) }),
    'sites.addresses': async ({ channelId }) => addresses(channelId),
  } satisfies CallsOf<typeof visitorRoutes>;
  return {
    calls,
    /** how many visitors are on websites */
    visitorsHere: () => visitors.list(0).here,
    /** wall clock: when a visitor left; 0: long ago; undefined: they are there */
    leftAt: (customerId: string): number | undefined => {
      const visitor = visitors.findCustomer(customerId);
      return visitor === undefined ? 0 : visitor.leftAt;
    },
    /** delivery to its visitors */
    port: visitors.port,
    letters,
    windowOf,
    /** of a channel: the script, the chat page, and the key of signatures. Coded errors: not_found, secret_lost */
    addresses,
    /** for the listener */
    routes: {
      ...{ channels, store, visitors, websites, uploads, statusOf, clock, log },
      files: createSiteFiles(options.folder),
    },
    stop: (): void => {
      tellSeen.stop();
      websites.stop();
      visitors.stop();
    },
  };
}
