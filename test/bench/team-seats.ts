import { systemClock } from '#main/clock/clock.ts';
import { askOf } from '#main/desktop/ask-engine.ts';
import { watchEngineState } from '#main/desktop/tray/engine-state.ts';
import { startSeat } from './seats.ts';

// Opens a seat for each access key, with a window and a tray, and sends "open" to its parent. When this
// many texts are in all windows, sends when each arrived in the last one, in monotonic milliseconds.

const [remoteAccess = '', pin = '', texts = '0', ...accessKeys] = process.argv.slice(2);
const shown = new Map<string, { readonly windows: number; readonly at: number }>();
let complete = 0;

function show(text: string, at: number): void {
  const windows = (shown.get(text)?.windows ?? 0) + 1;
  shown.set(text, { windows, at });
  if (windows < accessKeys.length) return;
  complete += 1;
  if (complete === Number(texts))
    process.send?.(Object.fromEntries([...shown].map(([name, { at: last }]) => [name, last])));
}

/** Resolves when its tray knows who waits. */
function openSeat(accessKey: string): Promise<void> {
  const seat = startSeat(remoteAccess, pin, accessKey);
  seat.subscribe((frame) => {
    const at = Number(process.hrtime.bigint()) / 1e6;
    for (const event of frame)
      if (event.name === 'message.added' && event.data.message.text !== undefined) show(event.data.message.text, at);
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  watchEngineState({ ask: askOf(seat), bus: seat.bus, clock: systemClock, use: () => resolve(), failed: reject });
  return promise;
}

process.once('disconnect', () => process.exit());
await Promise.all(accessKeys.map(openSeat));
process.send?.('open');
