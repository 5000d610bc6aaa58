import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { MediaPart, Uploaded } from '#shared/contract/media.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { Answer, ContractErrorShape } from '#shared/contract/errors.ts';
import { useRouteQuery, useCachedMutation } from './ask.ts';
import { useConsole } from './console-context.tsx';
import { refused, Unreachable } from './transport.ts';

/** The state of a message's file or preview; asking starts its download. `enabled`: it has one. */
export function useMedia(messageId: string, part: Exclude<MediaPart, 'avatar'>, enabled = true) {
  return useRouteQuery('media.get', { id: messageId, part }, { enabled });
}

/** Downloads a file now: a large one that waits for a click, or a failed one again. */
export function useFetchMedia() {
  return useCachedMutation('media.fetch', 'media.get', { cachedInput: (of) => of, after: (state) => state });
}

/** Refetches the state of a file that has disappeared. */
export function useMediaGone(): (id: string, part: MediaPart) => void {
  const { queryClient } = useConsole();
  return (id, part) => void queryClient.invalidateQueries({ queryKey: ['media.get', { id, part }] });
}

/** Props of a customer's `Avatar`: their name, and the path of their photo on the page's origin, if they have one. */
export function useCustomerAvatar({ id, name, photo }: Pick<Customer, 'id' | 'name' | 'photo'>) {
  const { call } = useConsole();
  const { data } = useQuery({
    // A new address means a new picture.
    queryKey: ['media.get', { id, part: 'avatar' }, photo],
    enabled: photo !== undefined,
    queryFn: () => call('media.get', { id, part: 'avatar' }),
  });
  const isShown = photo !== undefined && data?.state === 'ready' && data.form === 'image';
  return { name, seed: id, photo: isShown ? data.url : undefined };
}

/** Milliseconds without progress, or without an answer to the whole file, after which the network must have failed. */
const STALL_TIMEOUT = 45_000;

interface UploadOptions {
  /** file name; the engine sanitizes it */
  readonly name: string;
  readonly signal: AbortSignal;
  /** bytes sent so far */
  readonly onSent?: (bytes: number) => void;
}

/**
 * Uploads a file to the engine: `POST /media/uploads` on the page's origin, which works in both hosts. Rejects with the
 * engine's `ContractError`, `Unreachable`, or the signal's reason.
 */
export function uploadFile(file: Blob, { name, signal, onSent }: UploadOptions): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    // `fetch` reports no upload progress; XMLHttpRequest does.
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const fail = (cause?: unknown): void => reject(signal.aborted ? (signal.reason as Error) : new Unreachable(cause));
    let stalled: ReturnType<typeof setTimeout>;
    const watchProgress = (): void => {
      clearTimeout(stalled);
      stalled = setTimeout(abort, STALL_TIMEOUT);
    };
    request.upload.addEventListener('progress', ({ loaded }) => {
      watchProgress();
      onSent?.(loaded);
    });
    request.addEventListener('load', () => {
      const answer: unknown = request.response;
      if (isRefusal(answer)) reject(refused(answer.error));
      else if (typeof answer === 'object' && answer !== null && 'uploadId' in answer) resolve(answer as Uploaded);
      else fail(`status ${String(request.status)}`);
    });
    request.addEventListener('error', () => fail());
    request.addEventListener('abort', () => fail());
    request.addEventListener('loadend', () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', abort);
    });
    if (signal.aborted) return fail();
    signal.addEventListener('abort', abort);
    // The size is sent so that an aborted upload is never taken for complete.
    request.open('POST', `/media/uploads?name=${encodeURIComponent(name)}&size=${String(file.size)}`);
    request.responseType = 'json';
    request.setRequestHeader('content-type', 'application/octet-stream');
    watchProgress();
    request.send(file);
  });
}

function isRefusal(answer: unknown): answer is { readonly error: ContractErrorShape } {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return false;
  const { error } = answer;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

/** Discards uploaded files that will not be sent. */
export function useDiscard(): (uploadIds: readonly string[]) => void {
  const { call } = useConsole();
  return useCallback(
    (uploadIds) => {
      // The engine also deletes unsent files on its own.
      for (const uploadId of uploadIds) void call('media.discardUpload', { uploadId }).catch(() => undefined);
    },
    [call],
  );
}

/** Uploads a backup from elsewhere; returns its name. Rejects with `ContractError` or `Unreachable`. */
export async function uploadBackup(file: File): Promise<string> {
  const response = await fetch(`/media/backups?size=${String(file.size)}`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  }).catch((error: unknown) => {
    throw new Unreachable(error);
  });
  const answer = (await response.json()) as Answer | { readonly name: string };
  if ('name' in answer) return answer.name;
  if (answer.ok) throw new Unreachable('no name');
  throw refused(answer.error);
}

/** The bytes of a stored file, to be attached or uploaded again. */
export async function fetchFile({ url, fileName }: { readonly url: string; readonly fileName: string }): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Unreachable(`status ${String(response.status)}`);
  const bytes = await response.blob();
  return new File([bytes], fileName, { type: bytes.type });
}
