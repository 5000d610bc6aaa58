import type { Attachment, Email } from 'postal-mime';

const MAX_REPORT = 200_000;

/** A delivery that failed, and will not be tried again (RFC 3464). */
export interface Bounce {
  /** Message-ID of what was not delivered */
  readonly of: string | undefined;
  /** such as 5.1.1 (RFC 3463) */
  readonly status: string | undefined;
  /** what the server said, one line of at most 500 characters */
  readonly reason: string;
}

/** Reads a report of a failed delivery; undefined if it tells of a delay or a success. */
export function readBounce(mail: Email, answers: readonly string[]): Bounce | undefined {
  const report = partOf(mail.attachments, /^message\/(?:global-)?delivery-status$/);
  const original = partOf(
    mail.attachments,
    /^(?:message\/rfc822|message\/global|text\/rfc822-headers|message\/global-headers)$/,
  );
  const text = (mail.text ?? mail.html ?? '').slice(0, MAX_REPORT);
  const action = field(report, 'action')?.toLowerCase();
  if (report !== '' && action !== undefined && !report.toLowerCase().includes('failed')) return undefined;
  const said = report === '' ? text : report;
  const status = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(field(report, 'status') ?? said)?.[0];
  const line = text.split('\n').find((each) => /(?<!\d)(?:5\d\d|5\.\d{1,3}\.\d{1,3})(?!\d)/.test(each.slice(0, 1000)));
  const reason = field(report, 'diagnostic-code')?.replace(/^[\w-]{1,20}\s*;\s*/, '') ?? line ?? mail.subject ?? '';
  return {
    of: idIn(original) ?? idIn(text) ?? answers[0],
    status,
    reason: reason
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, 500)
      .toWellFormed(),
  };
}

function partOf(attachments: readonly Attachment[], type: RegExp): string {
  const content = attachments.find(({ mimeType }) => type.test(mimeType))?.content;
  if (content === undefined) return '';
  const text = typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('utf8');
  return text.slice(0, MAX_REPORT).replaceAll('\r\n', '\n');
}

/** The first field of this name, unfolded. */
function field(report: string, name: string): string | undefined {
  return new RegExp(String.raw`^${name}:[ \t]*(.*(?:\n[ \t].*)*)`, 'im').exec(report)?.[1];
}

function idIn(headers: string): string | undefined {
  return /^message-id:\s{0,80}<([^<>\s]{1,500})>/im.exec(headers)?.[1];
}
