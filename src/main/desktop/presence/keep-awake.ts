import type { PowerSaveBlocker } from 'electron';
import { operator } from '#shared/domain/entities.ts';
import type { Engine } from '#main/engine/engine.ts';
import type { Preferences } from '../preferences.ts';

/** Holds sleep off while the operator is online, if the owner asked for it. Returns how to stop. */
export function startKeepAwake(options: {
  readonly engine: Pick<Engine, 'request' | 'bus'>;
  readonly operatorId: string;
  readonly preferences: Preferences;
  readonly blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
}): () => void {
  const { engine, operatorId, preferences, blocker } = options;
  let held: number | undefined;
  let online = false;

  const apply = (): void => {
    const wanted = online && preferences.current().keepAwake;
    if (wanted && held === undefined) held = blocker.start('prevent-app-suspension');
    if (!wanted && held !== undefined) {
      blocker.stop(held);
      held = undefined;
    }
  };
  const ask = async (): Promise<void> => {
    const answer = await engine.request(operatorId, 'operators.me', {});
    online = answer.ok && operator.parse(answer.data).presence === 'online';
    apply();
  };

  const stopHearing = [engine.bus.on('operators.changed', () => void ask()), preferences.onChange(apply)];
  void ask();
  return () => {
    for (const stop of stopHearing) stop();
    online = false;
    apply();
  };
}
