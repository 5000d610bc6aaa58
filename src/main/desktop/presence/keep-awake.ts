import type { PowerSaveBlocker } from 'electron';
import type { Operator } from '#shared/domain/entities.ts';
import type { Engine } from '#main/engine/engine.ts';
import { askAs } from '../ask-as.ts';
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
  const use = (operators: readonly Operator[]): void => {
    online = operators.some(({ id, presence }) => id === operatorId && presence === 'online');
    apply();
  };

  const stopHearing = [
    engine.bus.on('operators.changed', ({ operators }) => use(operators)),
    preferences.onChange(apply),
  ];
  void askAs(engine, operatorId)('operators.list', {}).then(
    ({ operators }) => use(operators),
    () => undefined,
  );
  return () => {
    for (const stop of stopHearing) stop();
    online = false;
    apply();
  };
}
