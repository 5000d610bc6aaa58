import { parseArgs } from 'node:util';
import { isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Address } from '#main/web/web-host.ts';

/** Parses `HOST:PORT`, with an IPv6 host in brackets; undefined if it is malformed. */
export function parseAddress(text: string): Address | undefined {
  const parts = /^(?:\[(?<six>[0-9A-Fa-f:.%]+)\]|(?<name>[A-Za-z0-9._-]+)):(?<port>\d{1,5})$/.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const host = parts['six'] ?? parts['name'];
  const port = Number(parts['port']);
  if (host === undefined || port > 65_535) return undefined;
  return parts['six'] !== undefined && !isIPv6(host) ? undefined : { host, port };
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** The parsed command line. */
export type HeadlessOptions = ReturnType<typeof interpret>;
export type MoveOptions = ReturnType<typeof readMove>;

const DEFAULT_LISTENER = '127.0.0.1:8787';

export const HELP = `Counterbell without a window: the listener, and the console for a browser.

  --data-dir DIR         where everything is kept (the system's data folder)
  --listener HOST:PORT   where websites and apps reach it (${DEFAULT_LISTENER}, or the next free port)
  --console HOST:PORT    where operators open the console (127.0.0.1:8788)
  --team HOST:PORT       where colleagues open the console over HTTPS, whatever the settings say
  --console-host NAME    a further name under which the console is opened; may be given again
  --provision FILE       operators, channels and settings to make or update before it starts
  --database URL         keep everything but files in PostgreSQL, postgres://… (COUNTERBELL_DATABASE_URL)
  --media DIR            with --database, where the files of chats are for all hosts: a folder, or s3://BUCKET/PREFIX
  --node-name NAME       what this host is called there (this machine's name)
  --public-url URL       with --database: where all hosts are reached, https://chat.example
  --drain SECONDS        when told to stop, go on answering for so long, while /ready says no (0)
  --start-over           if the data folder has lost its database, move the rest aside and begin a new shop
  --json                 print the addresses as one line of JSON once it answers
  --log-level LEVEL      ${LOG_LEVELS.join(', ')} (warn, with --json info); logs go to stderr
  --help                 this text

Port 0 picks a free port. Write an IPv6 host in brackets: [::1]:8787.
website-box --channel ID --key KEY --out DIR [--wordpress]
                         write the folder "counterbell" for a website that takes messages in (docs/letterbox.md);
                         with --wordpress the plugin "counterbell.zip", which puts it there
move --from DIR --to URL [--media DIR], or --from URL --to DIR [--media DIR]
                         move everything from a data folder to PostgreSQL, or back (docs/running-a-server.md);
                         --media: where hosts on PostgreSQL have the files, if not in that data folder

COUNTERBELL_METRICS_TOKEN, if set, opens GET /metrics on the console, for Prometheus: at least 16 characters.
COUNTERBELL_KEY, if set, encrypts the secrets instead of the key file in the data folder; with --database it is
required: 32 bytes in base64.
`;

/**
 * Parses the arguments after the program's name; what is wrong with them is one plain sentence. `database`: of the
 * environment, for a start without --database.
 */
export function parseCommandLine(args: readonly string[], database?: string) {
  try {
    if (args[0] === 'website-box') return { kind: 'website-box', options: readWebsiteBox(args.slice(1)) } as const;
    if (args[0] === 'move') return { kind: 'move', options: readMove(args.slice(1), database) } as const;
    const values = { ...(database && { database }), ...read(args) };
    return values.help ? ({ kind: 'help' } as const) : ({ kind: 'run', options: interpret(values) } as const);
  } catch (error) {
    return { kind: 'wrong', problem: sentence(error instanceof Error ? error.message : String(error)) } as const;
  }
}

function read(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      'data-dir': { type: 'string' },
      listener: { type: 'string' },
      console: { type: 'string', default: '127.0.0.1:8788' },
      team: { type: 'string' },
      'console-host': { type: 'string', multiple: true, default: [] },
      provision: { type: 'string' },
      database: { type: 'string' },
      'node-name': { type: 'string' },
      'public-url': { type: 'string' },
      drain: { type: 'string', default: '0' },
      media: { type: 'string' },
      'start-over': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      'log-level': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values;
}

function readWebsiteBox(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { channel: text, key: text, out: text, wordpress: { type: 'boolean', default: false } } as const;
  const { channel, key, out, wordpress } = parseArgs({ args: [...args], options }).values;
  if (channel === undefined || channel === '') throw new Error('website-box wants --channel, the public id');
  if (key === undefined || key.length < 32) throw new Error('website-box wants --key, of at least 32 characters');
  if (out === undefined || out === '') throw new Error('website-box wants --out, the folder to write to');
  return { channel, key, out, wordpress };
}

/** One end is the database, by default that of the environment. */
function readMove(args: readonly string[], database: string | undefined) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { from: text, to: text, media: text } });
  const { from = database, to = database, media } = values;
  if (from === undefined || from === '') throw new Error('move wants --from, a data folder or postgres://…');
  if (to === undefined || to === '') throw new Error('move wants --to, a data folder or postgres://…');
  requireMedia(media);
  const toServer = isServer(to);
  if (toServer === isServer(from)) throw new Error('move wants a data folder and a database, postgres://…');
  const [folder, url] = toServer ? [from, to] : [to, from];
  requireDatabase(toServer ? '--to' : '--from', url);
  return { folder: resolve(folder), database: url, toServer, media };
}

function interpret(values: ReturnType<typeof read>) {
  const isFixed = values.listener !== undefined;
  const listener = { ...requireAddress('--listener', values.listener ?? DEFAULT_LISTENER), isFixed };
  const console = requireAddress('--console', values.console);
  if (listener.port !== 0 && listener.port === console.port && listener.host === console.host) {
    throw new Error('--listener and --console are the same address');
  }
  const team = values.team === undefined ? undefined : requireAddress('--team', values.team);
  for (const [option, other] of Object.entries({ '--listener': listener, '--console': console })) {
    if (team !== undefined && team.port !== 0 && team.port === other.port)
      throw new Error(`--team and ${option} have the same port`);
  }
  for (const option of ['data-dir', 'provision'] as const) {
    if (values[option] === '') throw new Error(`--${option} is empty`);
  }
  return {
    /** undefined: the operating system's data folder */
    dataFolder: values['data-dir'],
    /** `isFixed`: given on the command line */
    listener,
    console,
    /** the console for colleagues, over HTTPS */
    team,
    /** names under which the console may be opened, besides localhost and this machine's own */
    consoleHosts: values['console-host'],
    /** PostgreSQL; undefined: the data folder has the database */
    database: readDatabase(values),
    /** milliseconds */
    drain: requireSeconds('--drain', values.drain) * 1000,
    provisionFile: values.provision,
    startOver: values['start-over'],
    json: values.json,
    logLevel: chooseLogLevel(values['log-level'], values.json),
  };
}

function readDatabase(values: ReturnType<typeof read>) {
  const { database: url, 'node-name': node = hostname(), media } = values;
  if (url === undefined) {
    for (const option of ['media', 'node-name', 'public-url'] as const)
      if (values[option] !== undefined) throw new Error(`--${option} is for --database`);
    return undefined;
  }
  requireMedia(media);
  requireDatabase('--database', url);
  if (!/^[\w.-]{1,63}$/.test(node)) throw new Error('--node-name wants up to 63 letters, digits, dots and dashes');
  if (values.team !== undefined) throw new Error('--team does not work with --database; use a proxy with HTTPS');
  if (values['start-over']) throw new Error('--start-over is for the database in a data folder');
  return { url, node, media, publicUrl: readPublicUrl(values['public-url']) };
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search + url.hash !== '')
    throw new Error(`--public-url wants an address without a path, for example https://chat.example, not "${text}"`);
  return url.origin;
}

function requireMedia(media: string | undefined): void {
  if (media === '') throw new Error('--media is empty');
  if (media?.startsWith('s3:') && !/^s3:\/\/[a-z0-9.-]{3,63}(?:\/[\w./-]*)?$/.test(media))
    throw new Error('--media wants a folder, or s3://BUCKET/PREFIX');
}

function isServer(end: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(end);
}

/** Never repeats the URL, which has a password. */
function requireDatabase(option: string, url: string): void {
  if (!isServer(url) || !URL.canParse(url.replace('@/', '@localhost/')))
    throw new Error(`${option} wants postgres://USER:PASSWORD@HOST/NAME`);
}

function requireAddress(option: string, text: string): Address {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(`${option} wants HOST:PORT, for example 127.0.0.1:8787, not "${text}"`);
  return address;
}

function requireSeconds(option: string, text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new Error(`${option} wants seconds, 0 to 999, not "${text}"`);
  return Number(text);
}

function chooseLogLevel(text: string | undefined, json: boolean): (typeof LOG_LEVELS)[number] {
  if (text === undefined) return json ? 'info' : 'warn';
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) throw new Error(`--log-level wants one of ${LOG_LEVELS.join(', ')}, not "${text}"`);
  return level;
}

/** Node's messages go on with advice for programmers: only the first sentence is useful here. */
function sentence(message: string): string {
  const first = message.split(/\. (?=[A-Z])/)[0] ?? message;
  return `${first.replace(/\.$/, '')}. --help lists the options.`;
}
