import { failed, passed, places, skipped, warning, type Check } from './check.ts';
import type { CheckParts } from './parts.ts';

/** Whether a nonce travels through the public address and comes back. */
export function reachCheck({ exposure }: Pick<CheckParts, 'exposure'>): Check {
  return {
    id: 'reach',
    title: 'Reachable from outside',
    deadline: 25_000,
    look: async () => {
      const { reach } = await exposure.check();
      switch (reach.state) {
        case 'local':
          return skipped(
            'Only this computer is meant to reach it. For customers, choose another way in.',
            places.connection,
          );
        case 'reachable':
          return passed(`A request to ${reach.url} came back here`);
        case 'checking':
          return warning(
            `The way to ${reach.url} is still being opened`,
            'Check again in a minute.',
            places.connection,
          );
        case 'unreachable':
          return failed(
            reach.problem?.what ?? `${reach.url} does not lead here`,
            reach.problem?.todo ?? 'Look at Settings > Connection.',
            places.connection,
          );
      }
    },
  };
}
