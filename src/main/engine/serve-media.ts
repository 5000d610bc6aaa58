import { isForArchive } from '#main/archive/serve-archive.ts';
import { type MediaAnswer, type MediaRequest, refusedAnswer } from '#main/media/ports.ts';
import { createServeContacts, isForContacts } from '#main/reports/serve-contacts.ts';
import { createServeTranscripts, isForTranscripts } from '#main/reports/serve-transcripts.ts';
import { createServeSiteZips, isForSiteZips } from '#main/site/site-zips.ts';
import type { OwnedLetterboxes } from '#main/letterbox/owned-letterboxes.ts';
import { wordpressPlugin } from '#main/site/wordpress-plugin.ts';
import type { Store } from '#main/store/store.ts';
import type { Role } from '#shared/domain/entities.ts';
import { phrase } from '#shared/locales/phrase.ts';

type Serve = (request: MediaRequest) => Promise<MediaAnswer>;

type Transcripts = Parameters<typeof createServeTranscripts>[0];
type SiteZips = Parameters<typeof createServeSiteZips>[0];

export interface ServeMediaOptions extends Omit<Transcripts, 'store' | 'log' | 'wall' | 'mayReport'> {
  readonly settings: { readonly current: () => { readonly team: { readonly reports: boolean } } };
  readonly clock: { readonly wall: () => number };
  readonly log: Transcripts['log'] & SiteZips['log'];
  readonly store: Pick<Store, 'actingFor' | 'limitedTo' | 'read'>;
  readonly roleOf: (operatorId: string) => Role | undefined;
  readonly channelsOf: (operatorId: string) => readonly string[] | undefined;
  readonly media: { readonly serve: Serve };
  readonly archive: { readonly serve: Serve };
  /** what an owner installs on a website */
  readonly letterboxes: Pick<OwnedLetterboxes, 'plugin' | 'files'>;
  readonly site: { readonly addresses: (channelId: string) => { readonly script: string } };
}

/** Serves what the console asks for below `/media/`, by whoever knows of it. */
export function createServeMedia(options: ServeMediaOptions): Serve {
  const { store, channels, roleOf, channelsOf, media, archive, letterboxes, site } = options;
  const { wall } = options.clock;
  const transcripts = (operatorId: string): Serve => {
    const theirs = channelsOf(operatorId);
    const find = (id: string) => (theirs?.includes(id) === false ? undefined : channels.find(id));
    const mayReport = roleOf(operatorId) === 'owner' || options.settings.current().team.reports;
    const shown = { store: store.limitedTo(theirs), channels: { find }, mayReport: () => mayReport };
    return createServeTranscripts({ ...options, wall, ...shown });
  };
  const contacts = createServeContacts({ store, wall });
  const siteZips = createServeSiteZips({
    ...options,
    wall,
    wordpress: (channelId) => letterboxes.plugin(channelId) ?? wordpressPlugin(site.addresses(channelId).script),
    letterbox: letterboxes.files,
  });
  return async (request) => {
    const { operatorId, url } = request;
    if (isForTranscripts(url)) return transcripts(operatorId)(request);
    const serve = isForSiteZips(url)
      ? siteZips
      : isForContacts(url)
        ? contacts
        : isForArchive(url)
          ? archive.serve
          : undefined;
    if (serve === undefined) return store.actingFor({ operatorId, role: 'operator' }, () => media.serve(request));
    // The plugin contains the address, a letterbox its key, and archives and contacts contain everything or everybody.
    return roleOf(operatorId) === 'owner'
      ? store.actingFor({ operatorId, role: 'owner' }, () => serve(request))
      : refusedAnswer({ code: 'forbidden', reason: phrase('errors:refusals.operator.forbidden') });
  };
}
