/** Where a browser is signed in with this key at once. */
export function signInLink(origin: string, accessKey: string): string {
  return `${origin}/?key=${encodeURIComponent(accessKey)}`;
}
