import { sendNonce } from '#main/exposure/reach.ts';
import { failed, passed, places, type Check } from './check.ts';
import type { CheckParts } from './parts.ts';

/** Whether the port is ours: a nonce comes back from it; and whether the network's door is open, where it has to be. */
export function listenerCheck({ exposure, expect, ask }: Pick<CheckParts, 'exposure' | 'expect' | 'ask'>): Check {
  return {
    id: 'listener',
    title: 'The listener on this computer',
    deadline: 12_000,
    look: async () => {
      const { localUrl, networkProblem } = exposure.view();
      if ((await sendNonce(localUrl, undefined, expect, ask)) !== true) {
        return failed(
          `${localUrl} does not answer, or another program answers there`,
          'Quit other programs that use this port, then start Counterbell again.',
        );
      }
      if (networkProblem !== undefined) return failed(networkProblem.what, networkProblem.todo, places.connection);
      return passed(`It answers at ${localUrl}`);
    },
  };
}
