import type { Operators } from '#main/operators/operators.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { AutomaticMessage } from '#main/store/transactions/automatic-messages.ts';
import type { Hours } from './hours.ts';

/** What customers and bots are told of whether somebody is there. */
export interface Availability {
  /** somebody is online, in the channel's working hours */
  readonly isStaffed: (channelId: string) => boolean;
  readonly isOpen: (channelId: string) => boolean;
  /** channels that are outside their working hours */
  readonly closedChannels: () => readonly string[];
  /** what a channel says by itself to whoever writes now; undefined: nothing */
  readonly automaticFor: (channelId: string) => AutomaticMessage | undefined;
}

export function createAvailability({ settings, hours, operators }: { readonly settings: Settings; readonly hours: Pick<Hours, 'isOpen'>; readonly operators: Pick<Operators, 'anyAvailable'> }): Availability {
  return {
    isStaffed: (channelId) => operators.anyAvailable() && hours.isOpen(channelId),
    isOpen: hours.isOpen,
    closedChannels: () => settings.current().channels.flatMap(({ id }) => (hours.isOpen(id) ? [] : [id])),
    automaticFor: (channelId) => {
      const channel = settings.current().channels.find(({ id }) => id === channelId);
      const { greeting, away } = channel ?? {};
      if (channel === undefined || (greeting?.on !== true && away?.on !== true)) return undefined;
      const anyAvailable = operators.anyAvailable();
      const isOpen = hours.isOpen(channelId);
      const common = { channelName: channel.name, anyAvailable };
      if (away?.on === true && (!isOpen || (away.when === 'always' && !anyAvailable))) return { ...common, kind: 'away', text: away.text };
      return greeting?.on === true && isOpen ? { ...common, kind: 'greeting', text: greeting.text } : undefined;
    },
  };
}
