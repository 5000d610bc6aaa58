import type { Operators } from '#main/operators/operators.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { AutomaticMessage } from '#main/store/transactions/automatic-messages.ts';
import type { Hours } from './hours.ts';

/** What customers and bots are told of whether somebody is there: for all of them one rule. */
export interface Availability {
  /** an operator is online, and the channel open; one that is not known counts as the installation */
  readonly isStaffed: (channelId: string) => boolean;
  /** those for which somebody is there */
  readonly staffedChannels: () => readonly string[];
  /** what a channel says by itself to whoever writes now; undefined: nothing */
  readonly automaticFor: (channelId: string) => AutomaticMessage | undefined;
}

export function createAvailability({
  settings,
  hours,
  operators,
}: {
  readonly settings: Settings;
  readonly hours: Pick<Hours, 'isOpen'>;
  readonly operators: Pick<Operators, 'anyAvailable'>;
}): Availability {
  /** in its working hours, and not paused */
  const isOpen = (channelId: string): boolean =>
    hours.isOpen(channelId) && settings.current().channels.find(({ id }) => id === channelId)?.paused !== true;
  return {
    isStaffed: (channelId) => operators.anyAvailable() && isOpen(channelId),
    staffedChannels: () =>
      operators.anyAvailable() ? settings.current().channels.flatMap(({ id }) => (isOpen(id) ? [id] : [])) : [],
    automaticFor: (channelId) => {
      const channel = settings.current().channels.find(({ id }) => id === channelId);
      const { greeting, away } = channel ?? {};
      if (channel === undefined || (greeting?.on !== true && away?.on !== true)) return undefined;
      const anyAvailable = operators.anyAvailable();
      const isInHours = hours.isOpen(channelId);
      const common = { channelName: channel.name, anyAvailable };
      if (away?.on === true && (!isInHours || (away.when === 'always' && !anyAvailable)))
        return { ...common, kind: 'away', text: away.text };
      return greeting?.on === true && isInHours ? { ...common, kind: 'greeting', text: greeting.text } : undefined;
    },
  };
}
