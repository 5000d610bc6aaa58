import { randomBytes } from 'node:crypto';
import type { FileToHost } from '#main/store/transactions/hosted-files.ts';
import type { StoredMedia } from '../ports.ts';

/** 192 bits: nobody guesses it. */
const TOKEN_BYTES = 24;
/** So that the link fits into a message beside words. */
const LONGEST_LINK_NAME = 60;

export interface ToHost {
  readonly part: FileToHost['part'];
  readonly stored: StoredMedia;
  /** safe to write to a disk */
  readonly fileName: string;
  /** by which players know it, where that is more than its content tells */
  readonly mediaType?: string;
  /** milliseconds, wall clock */
  readonly expiresAt: number;
}

/** A file with an address of its own, that nobody can guess. */
export function hosted({ part, stored, fileName, mediaType, expiresAt }: ToHost): FileToHost {
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

/** A name of plain letters, which no chat window breaks in two. */
export function linkName(fileName: string): string {
  const { stem, ending } = /^(?<stem>.*?)(?<ending>\.[A-Za-z0-9]{1,10})?$/su.exec(fileName)?.groups ?? {};
  const plain = (stem ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${plain === '' ? 'file' : plain.slice(0, LONGEST_LINK_NAME)}${ending ?? ''}`;
}
