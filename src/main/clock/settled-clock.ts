import { z } from 'zod';
import { type Clock, every } from './clock.ts';

const HOUR = 60 * 60 * 1000;
/** Milliseconds of running time for which a jump has to stand: a share of its size, or this. */
const LONGEST_STAND = 24 * HOUR;
const STAND_SHARE = 1 / 8;
/** Milliseconds between two looks at the clocks. Longer ones were slept through, and count only as two. */
const LOOK_INTERVAL = 60_000;
const SAVE_INTERVAL = 10 * 60_000;
/** Milliseconds by which clocks are adjusted all the time. */
const ADJUSTMENT = 60_000;

/**
 * A clock that knows what its wall clock is worth. A wall clock that was set, or that stood while the program was off,
 * may be wrong: that it is not shows in that nobody sets it right for a while.
 */
export interface SettledClock extends Clock {
  /** The earliest that it may be now: by this, things are old enough to be deleted or ended for good. Not after `wall`. */
  readonly earliest: () => number;
  /** The latest that it may be now: what is later than this came from a clock that was ahead. Not before `wall`. */
  readonly latest: () => number;
  /** The times that are more than `age` milliseconds ago. */
  readonly olderThan: (age: number) => Past;
}

/** Times to delete or end for good what has them; milliseconds of the wall clock. */
export interface Past {
  readonly before: number;
  /** Not those, both included, that were written while the clock was behind: they are not as old as they seem. */
  readonly except?: { readonly from: number; readonly to: number } | undefined;
}

/** A change of the wall clock that time alone does not explain; all that wait have the same sign. */
interface Jump {
  /** milliseconds; negative: back */
  readonly size: number;
  /** milliseconds of running time since */
  readonly stood: number;
}

const clockState = z.object({
  /** time at which it was saved */
  wall: z.number(),
  jumps: z.array(z.object({ size: z.number(), stood: z.number() })).readonly(),
  /** time since which it is behind, by its own reading */
  behindFrom: z.number().optional(),
  /** the last time that it was behind, and when that ended */
  behind: z.object({ from: z.number(), to: z.number(), until: z.number() }).optional(),
});
/** State of the clock, kept from one run to the next. */
export type ClockState = z.infer<typeof clockState>;

/** From a clock that nobody knows anything about. */
const UNKNOWN: ClockState = { wall: 0, jumps: [] };

/** Adds a jump; one in the other direction first undoes the latest that wait. */
function withJump(jumps: readonly Jump[], size: number): readonly Jump[] {
  const last = jumps.at(-1);
  if (size === 0) return jumps;
  if (last === undefined || last.size > 0 === size > 0) return [...jumps, { size, stood: 0 }];
  const others = jumps.slice(0, -1);
  const rest = last.size + size;
  return Math.abs(size) < Math.abs(last.size) ? [...others, { ...last, size: rest }] : withJump(others, rest);
}

function sizeOf(jumps: readonly Jump[]): number {
  return jumps.reduce((sum, { size }) => sum + size, 0);
}

/** Jumps that still wait after `passed` milliseconds more. */
function afterStanding(jumps: readonly Jump[], passed: number): readonly Jump[] {
  return jumps
    .map(({ size, stood }) => ({ size, stood: stood + passed }))
    .filter(({ size, stood }) => stood < Math.min(LONGEST_STAND, Math.abs(size) * STAND_SHARE));
}

/**
 * Compares the wall clock with the monotonic one from now on, and with what was saved in the last run. A jump forward
 * is believed once it has stood, whether somebody set the clock, the computer slept or the program was off; until then
 * `earliest` stays behind by as much. One back is followed at once, and by `latest` once it has stood.
 */
export function startSettledClock({
  clock,
  saved,
  save: write,
}: {
  readonly clock: Clock;
  /** of the last run; undefined: there was none */
  readonly saved: unknown;
  readonly save: (state: ClockState) => Promise<unknown>;
}): SettledClock & { readonly stop: () => Promise<void> } {
  let seen = { wall: clock.wall(), monotonic: clock.monotonic() };
  const known = saved === undefined ? { wall: seen.wall, jumps: [] } : clockState.catch(UNKNOWN).parse(saved);
  let { jumps, behindFrom, behind }: Omit<ClockState, 'wall'> = known;

  const isBehind = (): boolean => sizeOf(jumps) < -ADJUSTMENT;
  /** The wall clock jumped by `size` since it showed `from`. */
  const jump = (size: number, from: number): void => {
    const wasBehind = isBehind();
    jumps = withJump(jumps, size);
    if (wasBehind === isBehind()) return;
    if (behindFrom !== undefined && wasBehind) behind = { from: behindFrom, to: seen.wall - size, until: seen.wall };
    behindFrom = wasBehind ? undefined : from + size;
  };
  jump(seen.wall - known.wall, known.wall);
  const look = (): ClockState => {
    const before = seen;
    seen = { wall: clock.wall(), monotonic: clock.monotonic() };
    const passed = seen.monotonic - before.monotonic;
    jumps = afterStanding(jumps, Math.min(passed, 2 * LOOK_INTERVAL));
    jump(seen.wall - before.wall - passed, before.wall);
    return { wall: seen.wall, jumps, behindFrom, behind };
  };
  const earliest = (): number => {
    const { wall } = look();
    return Math.floor(Math.min(wall, wall - sizeOf(jumps)));
  };
  // Where it cannot be saved, the next run only waits longer.
  const save = async (): Promise<void> => void (await write(look()).catch(() => undefined));
  const stopLooking = every(clock, LOOK_INTERVAL, look);
  const stopSaving = every(clock, SAVE_INTERVAL, () => void save());
  return {
    wall: clock.wall,
    monotonic: clock.monotonic,
    after: clock.after,
    earliest,
    latest: () => {
      const { wall } = look();
      return Math.ceil(Math.max(wall, wall - sizeOf(jumps)));
    },
    olderThan: (age) => {
      const before = earliest() - age;
      return { before, except: behind !== undefined && before < behind.until ? behind : undefined };
    },
    stop: async () => {
      stopLooking();
      stopSaving();
      await save();
    },
  };
}
