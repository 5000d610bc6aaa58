import { randomBytes } from 'node:crypto';
import type { FileToHost } from '#main/store/subjects/hosted-files.ts';
import type { StoredMedia } from '../ports.ts';

/** 192 bits: cannot be guessed. */
const TOKEN_BYTES = 24;
/** Keeps the link short enough to fit into a message beside text. */
const MAX_LINK_NAME_LENGTH = 60;

export interface ToHost {
  readonly part: FileToHost['part'];
  readonly stored: StoredMedia;
  /** safe to write to a disk */
  readonly fileName: string;
  /** type for players, if it is more specific than the content shows */
  readonly mediaType?: string;
  /** milliseconds, wall clock */
  readonly expiresAt: number;
}

/** A file with its own unguessable address. */
export function toHostedFile({ part, stored, fileName, mediaType, expiresAt }: ToHost): FileToHost {
  return {
    part,
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    digest: stored.digest,
    fileName,
    linkName: linkName(fileName),
    mediaType: mediaType ?? stored.mediaType,
    expiresAt,
  };
}

/** A name in ASCII letters, which no chat window breaks in two. */
export function linkName(fileName: string): string {
  const { stem, ending } = /^(?<stem>.*?)(?<ending>\.[A-Za-z0-9]{1,10})?$/su.exec(fileName)?.groups ?? {};
  const plain = (stem ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${plain === '' ? 'file' : plain.slice(0, MAX_LINK_NAME_LENGTH)}${ending ?? ''}`;
}
