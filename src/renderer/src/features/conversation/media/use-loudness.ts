import { skipToken, useQuery } from '@tanstack/react-query';
import { keys } from '#renderer/rpc/query-keys.ts';
import { loudnessOf } from './loudness.ts';

/** Bytes of a recording that is still decoded as a whole: an hour of a usual voice message. */
const LARGEST = 8_000_000;
/** Samples a second: enough to see words, and little to keep while it is decoded. */
const RATE = 8000;

export interface Loudness {
  readonly bars: readonly number[];
  /** seconds, as they are */
  readonly duration: number;
}

/** The waveform of a recording at a path of the page's own origin; undefined until it is known, or where it cannot be. */
export function useLoudness(url: string | undefined, size: number): Loudness | undefined {
  const isWanted = url !== undefined && size <= LARGEST;
  return useQuery({
    queryKey: keys.loudness(url ?? ''),
    queryFn: isWanted ? ({ signal }) => decode(url, signal) : skipToken,
    gcTime: 60 * 60_000,
    retry: false,
  }).data;
}

async function decode(url: string, signal: AbortSignal): Promise<Loudness> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`status ${String(response.status)}`);
  const decoded = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await response.arrayBuffer());
  return { bars: loudnessOf(decoded.getChannelData(0)), duration: decoded.duration };
}
