import type { Logger } from 'pino';
import type { NewChatFloods } from '#main/channels/new-chat-floods.ts';
import type { AutoClose } from '#main/chats/auto-close.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Doctor } from '#main/doctor/doctor.ts';
import type { Exposure } from '#main/exposure/exposure.ts';
import type { Hours } from '#main/hours/hours.ts';
import type { Reports } from '#main/reports/reports.ts';
import type { ConnectionView } from '#shared/contract/connection.ts';
import type { Handlers } from './router.ts';

/** Rows of a page of a report where the caller names no number. */
const PAGE = 50;

export interface InstallationHandlerOptions {
  readonly exposure: Exposure;
  readonly floods: Pick<NewChatFloods, 'list'>;
  /** what is found on this computer to make tunnels with */
  readonly tunnelTools: Handlers['connection.tools'];
  readonly doctor: Pick<Doctor, 'run' | 'latest'>;
  readonly hours: Pick<Hours, 'view' | 'update'>;
  readonly autoClose: Pick<AutoClose, 'look'>;
  readonly reports: Reports;
}

type Asked = `${'connection' | 'doctor' | 'hours' | 'reports'}.${string}`;

/** The way in, the check, working hours with waiting times and quiet chats, and what chats came to. */
export function installationHandlers({
  exposure,
  floods,
  tunnelTools,
  doctor,
  hours,
  autoClose,
  reports,
}: InstallationHandlerOptions): Pick<Handlers, Extract<keyof Handlers, Asked>> {
  const whole = (view: ConnectionView): ConnectionView => {
    const listed = floods.list();
    return listed.length === 0 ? view : { ...view, floods: [...listed] };
  };
  return {
    'connection.get': async () => whole(exposure.view()),
    'connection.change': async (change) => whole(await exposure.change(change)),
    'connection.check': async () => whole(await exposure.check()),
    'connection.importCertificate': async (given) => whole(await exposure.importCertificate(given)),
    'connection.authority': async () => exposure.authority(),
    'connection.renewAuthority': async () => whole(await exposure.renewAuthority()),
    'connection.forgetHostKey': async () => whole(await exposure.forgetHostKey()),
    'connection.dismissFormerUrl': async () => whole(await exposure.dismissFormerUrl()),
    'connection.dismissMovedPort': async () => whole(await exposure.dismissMovedPort()),
    'connection.tools': tunnelTools,
    'doctor.run': () => doctor.run(),
    'doctor.latest': async () => doctor.latest(),
    'hours.get': async () => hours.view(),
    'hours.update': async (change) => {
      const settings = await hours.update(change);
      if (change.autoClose !== undefined) void autoClose.look();
      return settings;
    },
    'reports.get': (selection) => reports.get(selection),
    'reports.chats': (asked) => reports.chats({ ...asked, limit: asked.limit ?? PAGE }),
  };
}

/** Faults that are logged within a minute, of all windows together; the others are counted. */
export const FAULTS_A_MINUTE = 20;

export interface FaultHandlerOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Logger;
}

/** Writes to the log what a window could not show, so that it stands in reports too. */
export function faultHandlers({ clock, log }: FaultHandlerOptions): Pick<Handlers, 'faults.report'> {
  let minute = { since: -Infinity, logged: 0 };
  let leftOut = 0;
  return {
    'faults.report': async ({ part, message, stack, components }) => {
      const now = clock.monotonic();
      if (now - minute.since >= 60_000) minute = { since: now, logged: 0 };
      if (minute.logged >= FAULTS_A_MINUTE) {
        leftOut += 1;
        return {};
      }
      minute.logged += 1;
      log.error(
        { part, fault: withoutQuotes(message), stack, components, ...(leftOut > 0 && { leftOut }) },
        'a window could not show something',
      );
      leftOut = 0;
      return {};
    },
  };
}

/** What an error quotes may be a customer's words. */
function withoutQuotes(message: string): string {
  return message.replaceAll(/"[^"]*"/g, '"…"');
}
