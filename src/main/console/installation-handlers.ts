import { findTunnelPrograms } from '#main/exposure/tunnels/kinds.ts';
import { photoLink } from '#shared/domain/pictures.ts';
import { MOST_LISTED } from '#shared/contract/visitors.ts';
import type { ConsoleParts, HandlersOf } from './router.ts';

/** Visitors of websites, and the window there. */
export function siteHandlers({ operators, site, store }: ConsoleParts): HandlersOf<'visitors' | 'sites'> {
  return {
    'visitors.list': async () => {
      const { visitors, here } = site.visitors.list(MOST_LISTED);
      const customerIds = visitors.flatMap(({ customerId }) => customerId ?? []);
      const chats = await store.read('latestChats', { customerIds });
      return { visitors: visitors.map((visitor) => ({ ...visitor, chat: chats[visitor.customerId ?? ''] })), here };
    },
    'visitors.find': async ({ customerId }) => ({ visitor: site.visitors.findCustomer(customerId) }),
    'visitors.invite': async ({ visitorId, text }, { operatorId }) => {
      const operator = operators.get(operatorId);
      const picture = photoLink(operator, '')?.replace(/^\//, '');
      site.visitors.invite(visitorId, { name: operator.name, picture }, text);
    },
    'sites.seen': async ({ channelId }) => ({ seen: site.websites.seen(channelId) }),
    'sites.addresses': async ({ channelId }) => site.addresses(channelId),
  };
}

/** The installation. */
export function setupHandlers(parts: ConsoleParts): HandlersOf<'setup'> {
  const { addresses, archive, touch, settings, store, version } = parts;
  return {
    'setup.get': async (_input, { role }) => {
      const { setUp, connection } = settings.current();
      const publicUrl = connection.way === 'local' ? null : addresses.public();
      const shown =
        role === 'owner' ? { listenerUrl: addresses.local(), publicUrl } : { listenerUrl: '', publicUrl: null };
      return { done: setUp, databaseIsNewer: store.readOnly, ...shown, version };
    },
    'setup.finish': async () => {
      const { setUp, backups } = settings.current();
      await settings.write('changeSettings', { setUp: true });
      // Backups are on by default.
      if (!setUp && backups.since === 0) await archive.change({ every: 'day' });
      touch('setup');
    },
  };
}

/** Handles the connection used by customers, and the check of everything that depends on it. */
export function connectionHandlers({ checks, exposure }: ConsoleParts): HandlersOf<'connection' | 'checks'> {
  return {
    'connection.get': async () => exposure.view(),
    'connection.change': (change) => exposure.change(change),
    'connection.importCertificate': (input) => exposure.importCertificate(input),
    'connection.authority': async () => exposure.authority(),
    'connection.renewAuthority': () => exposure.renewAuthority(),
    'connection.dismissFormerUrl': () => exposure.dismissFormerUrl(),
    'connection.dismissMovedPort': () => exposure.dismissMovedPort(),
    'connection.tools': findTunnelPrograms,
    'checks.run': () => checks.run(),
    'checks.latest': async () => checks.latest(),
  };
}

/** The letterboxes on the owner's websites. */
export function letterboxHandlers({ letterboxes }: ConsoleParts): HandlersOf<'letterboxes'> {
  return {
    'letterboxes.list': async () => ({ letterboxes: [...letterboxes.list()] }),
    'letterboxes.set': ({ channelId, url }) => letterboxes.set(channelId, url),
    'letterboxes.renew': ({ channelId }) => letterboxes.renew(channelId),
    'letterboxes.remove': ({ channelId }) => letterboxes.remove(channelId),
    'letterboxes.check': ({ channelId }) => letterboxes.check(channelId),
  };
}

/** Activity and reports. */
export function recordHandlers(parts: ConsoleParts): HandlersOf<'journal' | 'reports'> {
  const { journal, reports } = parts;
  return {
    'journal.list': (selection) => journal.list(selection),
    'journal.get': ({ entryId }) => journal.get(entryId),
    'reports.get': (selection) => reports.get(selection),
    'reports.chats': (input) => reports.chats(input),
  };
}

/** Backups, customers' data, and other long jobs. */
export function archiveHandlers({ archive, jobs }: ConsoleParts): HandlersOf<'backups' | 'bulk' | 'privacy' | 'jobs'> {
  return {
    'backups.list': () => archive.list(),
    'backups.change': (change) => archive.change(change),
    'backups.make': async (wish) => archive.make(wish),
    'backups.preview': ({ name }) => archive.preview(name),
    'backups.restore': (wish, { operatorId }) => archive.restore(operatorId, wish),
    'backups.remove': ({ name }) => archive.remove(name),
    'privacy.exportCustomer': (ask) => archive.exportCustomer(ask),
    'privacy.previewErase': (ask) => archive.previewErase(ask),
    'privacy.eraseCustomer': (ask, { operatorId }) => archive.eraseCustomer(operatorId, ask),
    'bulk.preview': (selection) => archive.bulk.preview(selection),
    'bulk.erase': (selection, { operatorId }) => archive.bulk.erase(operatorId, selection),
    'jobs.list': async () => ({ jobs: [...jobs.list()] }),
    'jobs.cancel': ({ jobId }) => jobs.cancel(jobId),
    'jobs.dismiss': ({ jobId }) => jobs.dismiss(jobId),
  };
}

/** Faults logged per minute, for all windows together; the rest are only counted. */
export const MAX_FAULTS_PER_MINUTE = 20;

/** Logs what a window could not show, so that reports include it. */
export function faultHandlers({ clock, log }: Pick<ConsoleParts, 'clock' | 'log'>): HandlersOf<'faults'> {
  let minute = { since: -Infinity, logged: 0 };
  let leftOut = 0;
  return {
    'faults.report': async ({ part, message, stack, components }) => {
      const now = clock.monotonic();
      if (now - minute.since >= 60_000) minute = { since: now, logged: 0 };
      if (minute.logged >= MAX_FAULTS_PER_MINUTE) {
        leftOut += 1;
        return;
      }
      minute.logged += 1;
      // What an error quotes may be a customer's text.
      log.error(
        { part, fault: message.replaceAll(/"[^"]*"/g, '"…"'), stack, components, ...(leftOut > 0 && { leftOut }) },
        'a window could not show something',
      );
      leftOut = 0;
    },
  };
}
