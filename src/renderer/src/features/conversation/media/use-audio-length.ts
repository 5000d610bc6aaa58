import { skipToken, useQuery } from '@tanstack/react-query';
import { keys } from '#renderer/rpc/query-keys.ts';

/** Seconds of a recording at a path of the page's own origin, read from its head; undefined until known, or where it does not say. */
export function useAudioLength(url: string | undefined): number | undefined {
  return (
    useQuery({
      queryKey: keys.audioLength(url ?? ''),
      queryFn: url === undefined ? skipToken : ({ signal }) => lengthOf(url, signal),
      retry: false,
    }).data ?? undefined
  );
}

function lengthOf(url: string, signal: AbortSignal): Promise<number | null> {
  const audio = new Audio();
  const known = new Promise<number | null>((resolve) => {
    audio.addEventListener('loadedmetadata', () => resolve(Number.isFinite(audio.duration) ? audio.duration : null), {
      signal,
    });
    audio.addEventListener('error', () => resolve(null), { signal });
    signal.addEventListener('abort', () => resolve(null));
  });
  audio.preload = 'metadata';
  audio.src = url;
  return known.finally(() => audio.removeAttribute('src'));
}
