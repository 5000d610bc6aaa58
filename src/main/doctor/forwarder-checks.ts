import { passed, places, warning, type Check } from './check.ts';
import type { CheckParts } from './parts.ts';

/** A line for each sender that passes requests on and is not trusted. One that anybody could be is no fault of the installation. */
export function forwarderChecks({ exposure }: Pick<CheckParts, 'exposure'>): readonly Check[] {
  return exposure.view().forwarders.map(({ address, through, isLikely }) => ({
    id: `forwarder.${through}.${address}`,
    title: 'Web servers in front',
    deadline: 1000,
    look: async () =>
      isLikely
        ? warning(
            `${address} passes requests on, but is not trusted: all who come through it count as one sender`,
            'If it is your own web server, trust it in Settings > Connection.',
            places.connection,
          )
        : passed(
            `Requests from ${address} say that they were passed on. Anybody can write that, so it is not believed.`,
          ),
  }));
}
