import type { Readable } from 'node:stream';
import type { MediaFacts, MediaRefusal } from '#shared/contract/media.ts';

/** A file as it is kept: its name on the disk is the digest of its bytes. */
export interface StoredMedia extends MediaFacts {
  /** SHA-256, hex */
  readonly digest: string;
}

/** Bytes from `start` up to and including `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The media folder beside the database: content-addressed, whole files only. */
export interface MediaStore {
  /**
   * Keeps what comes, looked at by content while it comes; resolves when it is whole on the disk and known.
   * `kept`: for an operator's file, which no quota takes. Throws MediaProblem.
   */
  readonly add: (source: AsyncIterable<Uint8Array>, limits: AddLimits) => Promise<StoredMedia>;
  readonly find: (digest: string) => Promise<StoredMedia | undefined>;
  /** notes the use; undefined where it is not there any more */
  readonly open: (digest: string, range?: ByteRange) => Promise<Readable | undefined>;
  /** path of a whole file, for a server that sends it itself; undefined where it is gone */
  readonly path: (digest: string) => Promise<string | undefined>;
}

export interface AddLimits {
  /** bytes */
  readonly largest: number;
  readonly purpose: 'fetched' | 'sent';
  readonly signal: AbortSignal;
  readonly onReceived?: (bytes: number) => void;
  /** why a file that is this is not wanted, before it is kept */
  readonly refuses?: (facts: MediaFacts) => MediaRefusal | undefined;
}

/** What a host hands on from the console's own origin, and what it answers; both hosts turn it into their own shapes. */
export interface MediaRequest {
  readonly operatorId: string;
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** `/media/…` with its query */
  readonly url: string;
  /** the Range header, as it came */
  readonly range?: string | undefined;
  /** of a POST */
  readonly body?: AsyncIterable<Uint8Array> | undefined;
  readonly signal: AbortSignal;
}

export interface MediaAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | string | undefined;
}

/** Serves stored files to the console, and takes its uploads; never throws. */
export type ServeMedia = (request: MediaRequest) => Promise<MediaAnswer>;
