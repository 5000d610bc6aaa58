import { useMemo } from 'react';
import type { Answer, ContractErrorShape } from '#shared/contract/errors.ts';
import type { Uploaded } from '#shared/contract/media.ts';
import { refused } from './client.ts';
import { useConsole } from './console-context.tsx';
import { Unreachable } from './transport.ts';

export interface UploadOptions {
  /** what the file is called; the engine makes it safe */
  readonly name: string;
  readonly signal: AbortSignal;
  /** bytes that have left so far */
  readonly onSent?: (bytes: number) => void;
}

/**
 * Hands a file to the engine: `POST /media/uploads` on the page's own origin, over which both hosts are reached.
 * Rejects with the `ContractError` that the engine answered, `Unreachable`, or the signal's reason.
 */
export function uploadFile(file: Blob, { name, signal, onSent }: UploadOptions): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    // Of the two ways to send a file from a page, only this one tells how far it is.
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const fail = (cause?: unknown): void => {
      reject(signal.aborted ? reasonOf(signal) : new Unreachable(cause));
    };
    request.upload.addEventListener('progress', ({ loaded }) => onSent?.(loaded));
    request.addEventListener('load', () => {
      const answer: unknown = request.response;
      if (isRefusal(answer)) reject(refused(answer.error));
      else if (isUploaded(answer)) resolve(answer);
      else fail(`status ${String(request.status)}`);
    });
    request.addEventListener('error', () => fail());
    request.addEventListener('abort', () => fail());
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    if (signal.aborted) {
      reject(reasonOf(signal));
      return;
    }
    signal.addEventListener('abort', abort);
    // With its size, so that one that was given up half-way is never taken for whole.
    request.open('POST', `/media/uploads?name=${encodeURIComponent(name)}&size=${String(file.size)}`);
    request.responseType = 'json';
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException('The upload was given up', 'AbortError');
}

function isRefusal(answer: unknown): answer is { readonly error: ContractErrorShape } {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return false;
  const { error } = answer;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

function isUploaded(answer: unknown): answer is Uploaded {
  return typeof answer === 'object' && answer !== null && 'uploadId' in answer;
}

/** How files get to the engine, and are taken back. */
export interface Uploads {
  readonly upload: (file: Blob, options: UploadOptions) => Promise<Uploaded>;
  /** for what will not be sent after all */
  readonly discard: (uploadIds: readonly string[]) => void;
}

export function useUploads(): Uploads {
  const { call } = useConsole();
  return useMemo(
    () => ({
      upload: uploadFile,
      discard: (uploadIds) => {
        // The engine lets go of what was never sent by itself, too.
        for (const uploadId of uploadIds) void call('media.discardUpload', { uploadId }).catch(() => undefined);
      },
    }),
    [call],
  );
}

/** Brings a backup here that was kept elsewhere; gives its name. Rejects with ContractError, or Unreachable. */
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
