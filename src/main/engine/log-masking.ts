const MASK = '•••';

/** Fields of a log line whose value is never logged. */
const SECRET_FIELD =
  /("(?:access_?key|secret|token|api_?key|password|authorization|cookie|set-cookie)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/** Addresses contain secrets in their path: log the server, but not the path. */
const ADDRESS = /\b((?:https?|wss?):\/\/)(?:[^\s"'<>/?#\\@]*@)?([^\s"'<>/?#\\]+)[/?#][^\s"'<>\\]*/gi;

const BEARER = /\b(bearer\s+)[\w.~+/=-]+/gi;

/** So do queries, even without the server's name, as programs log a request. */
const QUERY = /((?:^|[\s"'])\/[^\s"'<>?\\]*\?)[^\s"'<>\\]+/g;

const KEY_IN_LINK = /([?&](?:key|token|secret)=)[^&\s"'\\]+/gi;

/** A database's address has its password, in front of the server or behind. */
const DATABASE = /\b(postgres(?:ql)?:\/\/)[^\s"'<>\\]+/gi;

/** The text without anything that looks like a secret, and without the known secrets. */
export function maskSecrets(text: string, secrets: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret.length >= 4).toSorted((a, b) => b.length - a.length);
  const unknown = text
    .replaceAll(SECRET_FIELD, `$1"${MASK}"`)
    .replaceAll(DATABASE, `$1${MASK}`)
    .replaceAll(ADDRESS, `$1$2/${MASK}`)
    .replaceAll(QUERY, `$1${MASK}`)
    .replaceAll(BEARER, `$1${MASK}`)
    .replaceAll(KEY_IN_LINK, `$1${MASK}`);
  return known.reduce((left, secret) => left.replaceAll(secret, MASK), unknown);
}
