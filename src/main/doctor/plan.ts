import { bodyChecks } from './body-checks.ts';
import { botChecks, tokenCheck } from './bot-checks.ts';
import { channelChecks } from './channel-checks.ts';
import type { Check } from './check.ts';
import { clockCheck, createClockReadings } from './clock-check.ts';
import { diskCheck, storeCheck } from './computer-checks.ts';
import { forwarderChecks } from './forwarder-checks.ts';
import { httpsCheck } from './https-check.ts';
import { listenerCheck } from './listener-check.ts';
import type { CheckParts } from './parts.ts';
import { reachCheck } from './reach-check.ts';

/** The checks in the order of their lines: a stage begins when the one before has ended. */
export function planChecks(parts: CheckParts): readonly (readonly Check[])[] {
  const readings = createClockReadings(parts.clock);
  return [
    [listenerCheck(parts)],
    [reachCheck(parts)],
    [httpsCheck(parts), ...forwarderChecks(parts), ...bodyChecks(parts, readings)],
    [...channelChecks(parts, readings), tokenCheck(parts), ...botChecks(parts)],
    [clockCheck(readings), diskCheck(parts), storeCheck(parts)],
  ];
}
