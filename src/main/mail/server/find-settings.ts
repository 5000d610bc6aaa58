import type { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { type Caller, readText } from '#main/outgoing/caller.ts';
import type { MailServer } from './account.ts';
import { type Provider, PROVIDERS } from './providers.ts';

/** A server as found: all but the password. */
export type FoundServer = Omit<MailServer, 'password'>;

export interface FoundSettings {
  /** what says so: the list of known providers, the domain's own file, or its SRV records */
  readonly source: 'provider' | 'autoconfig' | 'srv';
  readonly imap: FoundServer;
  readonly smtp: FoundServer;
  /** if known: what the owner needs there, and where */
  readonly provider: Pick<Provider, 'name' | 'needs' | 'isOffAtFirst' | 'help'> | undefined;
}

export interface FindOptions {
  /** of a caller that keeps away from this computer's own network: whoever owns the domain chooses the address */
  readonly call: Caller['call'];
  readonly dns: Pick<Resolver, 'resolveSrv' | 'resolveMx'>;
  readonly signal: AbortSignal;
}

/** Milliseconds for each step; they run at the same time. */
const STEP_LIMIT = 8000;
const MAX_FILE_BYTES = 64 * 1024;
const MAX_REDIRECTS = 3;

/**
 * How mail programs reach the mailbox of an address: a known provider of its domain; else what the domain says, by a file
 * (Mozilla's autoconfiguration) or in DNS (RFC 6186, RFC 8314); else a known provider that takes its mail. Only
 * connections with TLS are found, but for one on this computer. Undefined: the owner has to know. Never rejects.
 */
export async function findSettings(
  address: string,
  { call, dns, signal }: FindOptions,
): Promise<FoundSettings | undefined> {
  const at = address.lastIndexOf('@');
  const [localPart, domain] = [address.slice(0, at), domainToASCII(address.slice(at + 1)).toLowerCase()];
  if (at < 1 || domain === '') return undefined;
  const known = PROVIDERS.find(({ domains }) => domains.includes(domain));
  if (known !== undefined) return settingsOf(known, address, known.imapUser === undefined ? address : localPart);

  const step = async (work: (limit: AbortSignal) => Promise<FoundSettings | undefined>) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(STEP_LIMIT)]);
    const late = new Promise<undefined>((resolve) => limit.addEventListener('abort', () => resolve(undefined)));
    return await Promise.race([work(limit).catch(() => undefined), late]);
  };
  const query = `emailaddress=${encodeURIComponent(address)}`;
  const found = await Promise.all([
    step((limit) => fromFile(`https://autoconfig.${domain}/mail/config-v1.1.xml?${query}`, limit)),
    step((limit) => fromFile(`https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml?${query}`, limit)),
    step(fromServices),
    step(fromMailServers),
  ]);
  return found.find((settings) => settings !== undefined);

  async function fromFile(start: string, limit: AbortSignal): Promise<FoundSettings | undefined> {
    let next = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const answer = await call({ method: 'GET', address: next, headers: {}, signal: limit });
      const { statusCode = 0, headers } = answer;
      const text = await readText(answer, MAX_FILE_BYTES);
      if (statusCode === 200) return text === undefined ? undefined : await readAutoconfig(text, address);
      if (statusCode < 300 || statusCode > 399 || headers.location === undefined) return undefined;
      next = new URL(headers.location, next).href;
      if (!next.startsWith('https:')) return undefined;
    }
    return undefined;
  }
  async function fromServices(): Promise<FoundSettings | undefined> {
    const serverOf = async (service: string): Promise<FoundServer | undefined> => {
      const records = await dns.resolveSrv(`${service}._tcp.${domain}`).catch(() => []);
      const [first] = records.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight);
      // A single dot: this service is not offered.
      if (first === undefined || first.name === '' || first.name === '.') return undefined;
      return { host: first.name.replace(/\.$/, ''), port: first.port, user: address, tls: true };
    };
    const services = ['_imaps', '_submissions', '_imap', '_submission'].map(serverOf);
    const [imaps, submissions, imap, submission] = await Promise.all(services);
    return withProvider('srv', imaps ?? imap, submissions ?? submission);
  }
  async function fromMailServers(): Promise<FoundSettings | undefined> {
    const records = await dns.resolveMx(domain);
    const [first] = records.toSorted((a, b) => a.priority - b.priority);
    const exchange = first?.exchange.replace(/\.$/, '').toLowerCase() ?? '';
    const provider = PROVIDERS.find(({ mx }) => mx.some((end) => exchange === end || exchange.endsWith(`.${end}`)));
    return provider === undefined ? undefined : settingsOf(provider, address, address);
  }
}

function settingsOf(provider: Provider, address: string, imapUser: string): FoundSettings {
  const server = (written: string, usual: number, user: string): FoundServer => {
    const [host = '', port] = written.split(':');
    return { host, port: port === undefined ? usual : Number(port), user, tls: !isLoopback(host) };
  };
  const [imap, smtp] = [server(provider.imap, 993, imapUser), server(provider.smtp, 465, address)];
  return { source: 'provider', imap, smtp, provider };
}

/** What is found elsewhere, with what is known of its provider. */
function withProvider(
  source: FoundSettings['source'],
  imap: FoundServer | undefined,
  smtp: FoundServer | undefined,
): FoundSettings | undefined {
  if (imap === undefined || smtp === undefined || isLoopback(imap.host) || isLoopback(smtp.host)) return undefined;
  const provider = PROVIDERS.find((one) => one.imap === imap.host.toLowerCase());
  return { source, imap, smtp, provider };
}

/** Reads a file of Mozilla's autoconfiguration: of its servers, the first of each kind that has TLS and takes a password. */
export async function readAutoconfig(xml: string, address: string): Promise<FoundSettings | undefined> {
  const { Parser } = await import('htmlparser2');
  const servers: Partial<Record<string, string>>[] = [];
  let server: Partial<Record<string, string>> | undefined;
  let text = '';
  const parser = new Parser(
    {
      onopentag: (name, { type = '' }) => {
        text = '';
        if (name === 'incomingServer' || name === 'outgoingServer') server = { type };
      },
      ontext: (piece) => (text += piece),
      onclosetag: (name) => {
        if (server === undefined) return;
        if (name === 'incomingServer' || name === 'outgoingServer') {
          servers.push(server);
          server = undefined;
        } else server[name] ??= text.trim();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const at = address.lastIndexOf('@');
  const fill = (value: string): string =>
    value
      .replaceAll('%EMAILADDRESS%', address)
      .replaceAll('%EMAILLOCALPART%', address.slice(0, at))
      .replaceAll('%EMAILDOMAIN%', address.slice(at + 1));
  const of = (kind: string): FoundServer | undefined =>
    servers.flatMap(({ type, hostname = '', port, socketType, username = '%EMAILADDRESS%' }) => {
      const host = fill(hostname).toLowerCase();
      const isUsable = type === kind && /^(?:SSL|STARTTLS)$/.test(socketType ?? '') && HOST.test(host);
      const number = Number(port);
      const isPort = Number.isInteger(number) && number > 0 && number < 65_536;
      return isUsable && isPort ? [{ host, port: number, user: fill(username).slice(0, 254), tls: true }] : [];
    })[0];
  return withProvider('autoconfig', of('imap'), of('smtp'));
}

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
