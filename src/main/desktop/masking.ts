const MASK = '•••';

/** Fields of a log line that never say their value. */
const SECRET_FIELD =
  /("(?:access_?key|secret|token|api_?key|password|authorization|cookie|set-cookie)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
/** Addresses carry secrets in their path: which server it was may be said, what was asked of it not. */
const ADDRESS = /\b((?:https?|wss?):\/\/)(?:[^\s"'<>/?#\\@]*@)?([^\s"'<>/?#\\]+)[/?#][^\s"'<>\\]*/gi;
const BEARER = /\b(bearer\s+)[\w.~+/=-]+/gi;
const KEY_IN_LINK = /([?&](?:key|token|secret)=)[^&\s"'\\]+/gi;

/** The text without what looks like a secret, and without the secrets that are known by their value. */
export function masked(text: string, secrets: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret.length >= 4).toSorted((one, other) => other.length - one.length);
  const unknown = text
    .replaceAll(SECRET_FIELD, `$1"${MASK}"`)
    .replaceAll(ADDRESS, `$1$2/${MASK}`)
    .replaceAll(BEARER, `$1${MASK}`)
    .replaceAll(KEY_IN_LINK, `$1${MASK}`);
  return known.reduce((left, secret) => left.replaceAll(secret, MASK), unknown);
}
