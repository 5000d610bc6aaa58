import type { CatchUp } from '#shared/contract/desktop.ts';
import { counts } from '#shared/contract/routes.ts';
import type { Message } from '#shared/domain/message.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Engine } from '#main/engine/engine.ts';

export interface CatchUpWatch {
  /** nobody can see the console from now on */
  readonly left: () => void;
  /** somebody can: says what waits, and which replies failed since; nothing where there is nothing to say */
  readonly back: () => void;
  readonly stop: () => void;
}

/** What happened while the computer was locked or asleep. */
export function createCatchUpWatch(options: {
  readonly engine: Pick<Engine, 'request' | 'bus'>;
  readonly operatorId: string;
  readonly clock: Clock;
  readonly tell: (catchUp: CatchUp) => void;
}): CatchUpWatch {
  const { engine, operatorId, clock, tell } = options;
  let absence: { readonly since: number; readonly failed: Set<string>; readonly stop: () => void } | undefined;

  const stop = (): void => {
    absence?.stop();
    absence = undefined;
  };
  return {
    left: () => {
      if (absence !== undefined) return;
      const failed = new Set<string>();
      absence = {
        since: clock.wall(),
        failed,
        stop: engine.bus.on('message.changed', ({ message }) => noteFailure(message, failed)),
      };
    },
    back: () => {
      if (absence === undefined) return;
      const { since, failed } = absence;
      stop();
      void waitingChats(engine, operatorId).then((waiting) => {
        if (waiting > 0 || failed.size > 0) tell({ since, waiting, failed: failed.size });
      });
    },
    stop,
  };
}

function noteFailure({ id, delivery }: Message, failed: Set<string>): void {
  // Sent again meanwhile, it is not failed any more.
  if (delivery?.state === 'failed') failed.add(id);
  else failed.delete(id);
}

async function waitingChats(engine: Pick<Engine, 'request'>, operatorId: string): Promise<number> {
  const answer = await engine.request(operatorId, 'chats.counts', {});
  return answer.ok ? counts.parse(answer.data).needsMe.all : 0;
}
