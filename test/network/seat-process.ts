import { pino } from 'pino';
import { systemClock } from '#main/clock/clock.ts';
import { invitationOf, joinShop } from '#main/seat/join.ts';
import { startRemoteEngine } from '#main/seat/remote-engine.ts';
import type { EventFrame } from '#shared/contract/events.ts';
import type { SeatConnection } from '#shared/contract/desktop.ts';

/** What the process says; `wall`: its clock */
export type SeatSays =
  | { readonly kind: 'connection'; readonly connection: SeatConnection; readonly address: string | undefined }
  | { readonly kind: 'frame'; readonly frame: EventFrame }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown; readonly wall: number }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

export interface SeatIsAsked {
  readonly id: number;
  readonly route: string;
  readonly input: unknown;
}

// The app as a colleague's window, without its window: joins with the link that it is given, and does what it is asked.
const say = (words: SeatSays): void => void process.send?.(words);
const [, , link = ''] = process.argv;
const seat = await joinShop(invitationOf(link), 'Reception');
const engine = startRemoteEngine({
  seat,
  clock: systemClock,
  log: pino({ level: 'silent' }),
  onConnection: (connection, address) => say({ kind: 'connection', connection, address }),
  onAddresses: () => undefined,
  onShop: () => undefined,
});
engine.subscribe((frame) => say({ kind: 'frame', frame }));
process.on('message', ({ id, route, input }: SeatIsAsked) => {
  engine.request(route, input).then(
    (answer) => say({ kind: 'answer', id, answer, wall: Date.now() }),
    (error: unknown) => say({ kind: 'failed', id, reason: String(error) }),
  );
});
process.once('disconnect', () => process.exit());
