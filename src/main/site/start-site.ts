import { withoutSlashes } from '#shared/domain/addresses.ts';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import { throttle } from '#main/clock/clock.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { MediaStore } from '#main/media/ports.ts';
import { openSecret, type ChannelRecord } from '#main/settings/installation.ts';
import { isDark } from '#shared/domain/site.ts';
import { chatPageAddress, scriptAddress } from '#shared/domain/site-addresses.ts';
import { ownTexts } from '#shared/domain/site-texts.ts';
import type { MediaSettings } from '#shared/contract/media.ts';
import { ENGLISH, languageFor, languageOf, LANGUAGES } from '#shared/locales/languages.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { siteWords } from '#shared/locales/site.ts';
import type { SiteStatus } from '#shared/site/frames.ts';
import { createSiteFiles } from './site-files.ts';
import { createUploads } from './uploads.ts';
import { identityKey } from './visitor-token.ts';
import { startVisitors } from './visitors.ts';
import { createWebsites } from './websites.ts';

const MEGABYTE = 1024 * 1024;
const DAY = 24 * 60 * 60_000;
/** Milliseconds between two reports of wrong signatures: anybody can send them. */
const SIGNATURES = 60_000;

/** Channels of the kind `site`: our own window on websites. */
export type Site = ReturnType<typeof startSite>;

export function startSite(
  options: Omit<Parameters<typeof startVisitors>[0], 'findUpload' | 'hostFile' | 'onWrongSignature' | 'findChannel'> & {
    readonly channels: ChannelDirectory;
    readonly journal: Pick<Journal, 'add'>;
    readonly media: { readonly files: Pick<MediaStore, 'add'>; readonly settings: () => MediaSettings };
    /** the listener's public address */
    readonly listenerAddress: () => string;
    /** of the built window */
    readonly folder: string;
  },
) {
  const { channels, clock, log, emit, media, isStaffed, listenerAddress } = options;
  const uploads = createUploads({
    media: media.files,
    clock,
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
    findChannel: (channelId) => {
      const channel = channels.find(channelId);
      return channel?.kind === 'site' ? channel : undefined;
    },
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
    for (const channelId of seenNow) emit('sites.changed', { channelId });
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

  /** state for the button; `languages`: the visitor's, best first; `isPage`: the chat page, which is always shown */
  const statusOf = async (
    { id, name, picture, site }: ChannelRecord,
    languages: readonly string[],
    isPage: boolean,
  ): Promise<SiteStatus> => {
    const staffed = isStaffed(id);
    if (site === undefined || (!staffed && !isPage && site.whenAway === 'nothing')) return { show: false };
    const { color, side, theme, ask, files, voice, invitation } = site;
    const language = languageOf(site.language) ?? languageFor(languages);
    const words = await siteWords(LANGUAGES.some(({ code }) => code === language.code) ? language.code : ENGLISH.code);
    const { button, ...texts } = ownTexts(site.texts, language.code);
    return {
      show: true,
      staffed,
      language: language.code,
      name,
      ...(picture !== undefined && { picture: `files/${picture}/photo.jpg` }),
      color,
      ink: isDark(color) ? '#ffffff' : '#000000',
      side,
      theme,
      button: { name: button ?? words.button, isShown: button !== undefined, close: words.close },
      texts,
      ask,
      files,
      voice,
      largestFile: uploads.largest(),
      ...(invitation.on && invitation.text !== '' && { invitation }),
    };
  };

  return {
    visitors,
    websites,
    /** for the console. Coded errors: not_found, secret_lost */
    addresses: (channelId: string) => {
      const channel = channels.get(channelId);
      const base = withoutSlashes(listenerAddress());
      return {
        script: scriptAddress(base, channel),
        page: chatPageAddress(base, channel),
        identityKey: identityKey(openSecret(channel.secret)),
      };
    },
    /** for the listener */
    routes: {
      ...{ channels, visitors, websites, uploads, statusOf, clock, log },
      files: createSiteFiles(options.folder),
      findVisitor: (channelId: string, connection: string) => visitors.find(channelId, connection)?.facts,
    },
    stop: (): void => {
      tellSeen.stop();
      websites.stop();
      visitors.stop();
    },
  };
}
