/** Signs that nobody sees, or that end an address for whoever reads it. Joiners are part of words. */
const HIDDEN = /[\p{Cc}\p{White_Space}]|(?![\u200c\u200d])\p{Cf}/u;

/** Link for an untrusted address: to a web page, or a mail. Undefined: it is shown as text. */
export function safeLink(address: string): string | undefined {
  return webLink(address) ?? mailLink(address);
}

/** A web address as a link needs it; undefined: it is something else, or hides where it leads. */
export function webLink(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || HIDDEN.test(address) || !URL.canParse(address)) return undefined;
  const { href, username, password } = new URL(address);
  return username === '' && password === '' ? href : undefined;
}

const LONGEST_SUBJECT = 200;
const MAIL_ADDRESS = /^[^\s@?&,;:<>()[\]"\\%]+@[^\s@?&,;:<>()[\]"\\%]+$/u;

/**
 * A link to one mail address, with its subject and nothing else: a body, further readers or a file would be sent by the
 * reader in good faith.
 */
export function mailLink(address: string): string | undefined {
  const [, path = '', query = ''] = /^mailto:([^?#]*)(?:\?([^#]*))?/i.exec(address.toWellFormed()) ?? [];
  const to = decoded(path);
  if (!isMailAddress(to)) return undefined;
  // A plus is a plus: mail programs know no other sign for it.
  const fields = new URLSearchParams(query.replaceAll('+', '%2B'));
  const [, given = ''] = [...fields].find(([name]) => name.toLowerCase() === 'subject') ?? [];
  const subject = given
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SUBJECT)
    .toWellFormed();
  return `mailto:${encodeURI(to)}${subject === '' ? '' : `?subject=${encodeURIComponent(subject)}`}`;
}

/** Checks that a text is one email address and nothing else. */
export function isMailAddress(text: string): boolean {
  return MAIL_ADDRESS.test(text) && !HIDDEN.test(text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
