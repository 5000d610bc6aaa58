/** What a cloudflared process has said so far. */
export interface CloudflaredSays {
  readonly read: (line: string) => void;
  /** of a quick tunnel */
  readonly url: () => string | undefined;
  /** `host:port` where it tells how it is */
  readonly metrics: () => string | undefined;
  /** at least one connection to Cloudflare stands */
  readonly isRegistered: () => boolean;
  /** the latest lines that report an error, without secrets, the newest last */
  readonly errors: () => readonly string[];
  readonly lastError: () => string | undefined;
  /** resolves once what was said makes it true */
  readonly until: (fits: () => boolean) => Promise<void>;
}

const MOST_ERRORS = 20;

/** `2024-06-18T14:02:11Z INF …`: time and level. */
const LINE = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)\s+(DBG|INF|WRN|ERR|FTL|PNC)\s+(.*)$/;
const QUICK_URL = /https:\/\/[a-z0-9-]+\.trycloudflare\.com/i;

/** Reads what cloudflared writes, version by version the same since 2022. `secrets` never stay in what is kept. */
export function readCloudflared(secrets: readonly string[]): CloudflaredSays {
  let url: string | undefined;
  let metrics: string | undefined;
  const connections = new Set<string>();
  const errors: string[] = [];
  const waiting = new Set<() => void>();

  const take = (line: string): void => {
    const [, level, text = line] = LINE.exec(line) ?? [];
    // The address of the service that makes quick tunnels is no tunnel.
    const found = QUICK_URL.exec(text)?.[0].toLowerCase();
    if (found !== undefined && found !== 'https://api.trycloudflare.com') url ??= found;
    metrics = /Starting metrics server on ((?:127\.0\.0\.1|\[::1\]|localhost):\d+)/i.exec(text)?.[1] ?? metrics;
    const connection = /\bconnIndex=(\d+)/.exec(text)?.[1] ?? '0';
    if (/^Registered tunnel connection|^Connection \S+ registered/i.test(text)) connections.add(connection);
    else if (
      /^(Unregistered tunnel connection|Lost connection with the edge|Connection terminated|Serve tunnel error|Retrying connection)/i.test(
        text,
      )
    )
      connections.delete(connection);
    // Before its log begins, and where a command is wrong, it writes lines without a level.
    if (level === 'ERR' || level === 'FTL' || level === 'PNC' || (level === undefined && line.trim() !== ''))
      errors.push(text.trim());
    if (errors.length > MOST_ERRORS) errors.shift();
  };

  return {
    read: (line) => {
      take(secrets.filter((secret) => secret !== '').reduce((text, secret) => text.replaceAll(secret, '***'), line));
      for (const look of [...waiting]) look();
    },
    url: () => url,
    metrics: () => metrics,
    isRegistered: () => connections.size > 0,
    errors: () => errors,
    lastError: () => errors.at(-1),
    until: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!fits()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
