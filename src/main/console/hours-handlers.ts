import type { AutoClose } from '#main/chats/auto-close.ts';
import type { Hours } from '#main/hours/hours.ts';
import type { Handlers } from './router.ts';

export interface HoursHandlerOptions {
  readonly hours: Pick<Hours, 'view' | 'update'>;
  readonly autoClose: Pick<AutoClose, 'look'>;
}

/** Working hours, waiting times and quiet chats. */
export function hoursHandlers({
  hours,
  autoClose,
}: HoursHandlerOptions): Pick<Handlers, Extract<keyof Handlers, `hours.${string}`>> {
  return {
    'hours.get': async () => hours.view(),
    'hours.update': async (change) => {
      const settings = await hours.update(change);
      if (change.autoClose !== undefined) void autoClose.look();
      return settings;
    },
  };
}
