import type { Readable } from 'node:stream';
import type { MediaPurpose } from '#main/store/media/media.ts';
import type { MediaFacts, MediaRefusal } from '#shared/contract/media.ts';
import { failedAnswer } from '#shared/contract/answers.ts';
import { type ContractError, ERROR_STATUS } from '#shared/contract/errors.ts';

/** A stored file, named on the disk by the digest of its bytes. */
export interface StoredMedia extends MediaFacts {
  /** SHA-256, hex */
  readonly digest: string;
}

/** Bytes from `start` through `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Folder for files that the database does not know. */
export const UNKNOWN_MEDIA = 'unknown';

/** The name of a file that the database knows. */
export const nameOf = (digest: string): string => `${digest.slice(0, 2)}/${digest}`;

/** Where complete files are, by names such as `ab/<digest>`: a folder, or a store that other computers have. */
export interface MediaFiles {
  /** folder on this computer where files arrive before they are put in */
  readonly arriving: string;
  /** other hosts' files arrive there, too */
  readonly isShared: boolean;
  /** for people */
  readonly place: string;
  /** on this computer; undefined: they are elsewhere */
  readonly pathOf: ((name: string) => string) | undefined;
  /** bytes; undefined: there is no such file */
  readonly sizeOf: (name: string) => Promise<number | undefined>;
  /** moves the file at `path` in; it is there for good when this resolves */
  readonly put: (path: string, name: string) => Promise<void>;
  readonly read: (name: string, range?: ByteRange) => Promise<Readable>;
  /** nothing if it is gone */
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /** names, some at a time */
  readonly list: () => AsyncIterable<readonly string[]>;
}

/** The media beside the database: content-addressed, complete files only. */
export interface MediaStore {
  /**
   * Stores incoming data, detecting its type meanwhile; resolves when it is complete on the disk and has a row. Throws
   * MediaProblem.
   */
  readonly add: (source: AsyncIterable<Uint8Array>, limits: AddLimits) => Promise<StoredMedia>;
  readonly find: (digest: string) => Promise<StoredMedia | undefined>;
  /** records the use; undefined if it no longer exists */
  readonly open: (digest: string, range?: ByteRange) => Promise<Readable | undefined>;
  /** path of a whole file, for a server that sends it itself; undefined if it is gone */
  readonly path: (digest: string) => Promise<string | undefined>;
}

export interface AddLimits {
  /** bytes */
  readonly largest: number;
  readonly purpose: MediaPurpose;
  readonly signal: AbortSignal;
  readonly onReceived?: (bytes: number) => void;
  /** reason why such a file is not wanted, before it is stored */
  readonly refuses?: (facts: MediaFacts) => MediaRefusal | undefined;
}

/** A request that a host passes on from the console's own origin, and its answer; both hosts convert them. */
export interface MediaRequest {
  readonly operatorId: string;
  /** the client's address; undefined: this computer, in the app's own window */
  readonly from: string | undefined;
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** `/media/…` with its query */
  readonly url: string;
  /** the Range header as received */
  readonly range?: string | undefined;
  /** body of a POST */
  readonly body?: AsyncIterable<Uint8Array> | undefined;
  readonly signal: AbortSignal;
}

export interface MediaAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | string | undefined;
}

/** Serves stored files to the console and accepts its uploads; never throws. */
export type ServeMedia = (request: MediaRequest) => Promise<MediaAnswer>;

/** Refusal of a file. */
export class MediaProblem extends Error {
  readonly reason: MediaRefusal;
  readonly status: number | undefined;
  /** bytes, if known */
  readonly size: number | undefined;

  constructor(
    reason: MediaRefusal,
    more: { readonly status?: number; readonly size?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(`The file is not taken: ${reason}`, { cause: more.cause });
    this.name = 'MediaProblem';
    this.reason = reason;
    this.status = more.status;
    this.size = more.size;
  }
}

/** Served content may do nothing when opened as a page. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** The same for content that must not be cached. */
export const NO_STORE_HEADERS = { ...SAFE_HEADERS, 'cache-control': 'no-store' } as const;

/** Answers a request of the console's own origin with a value. */
export function jsonAnswer(status: number, value: object): MediaAnswer {
  const body = JSON.stringify(value);
  return {
    status,
    headers: {
      ...NO_STORE_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  };
}

/** Refuses a request in the format of the routes. */
export function refusedAnswer(
  error: Pick<ContractError, 'code' | 'reason'>,
  status: number = ERROR_STATUS[error.code],
): MediaAnswer {
  return jsonAnswer(status, failedAnswer(error));
}
