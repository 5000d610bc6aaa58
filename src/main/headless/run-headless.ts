import { setTimeout as passing } from 'node:timers/promises';
import { pino, type Logger } from 'pino';
import { HELP, parseCommandLine, type HeadlessOptions, type MoveOptions } from './command-line.ts';
import type { Address } from '#main/web/web-host.ts';
import { failureReason, loggedError, type Engine, type EngineOptions } from '#main/engine/engine.ts';
import { catchFaults, createRestartPauses } from '#main/engine/faults.ts';
import { maskSecrets } from '#main/engine/log-masking.ts';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { computerFileAt } from '#main/settings/computer.ts';
import { lockDataFolder, ShopMissing } from '#main/settings/data-folder-lock.ts';
import { createKeyFileVault } from '#main/settings/vault.ts';
import { systemClock } from '#main/clock/clock.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** Environment of the program, supplied by its entry point. */
export interface HeadlessProgram extends Pick<EngineOptions, 'storeThreads' | 'siteFolder' | 'version'> {
  /** applies a pending restore; throws ShopMissing, or moves the rest aside and returns where to */
  readonly requireShop: (folder: string, options: { readonly startOver: boolean }) => string | undefined;
  /** opens the database in a data folder, ahead of the engine */
  readonly openStore: (folder: string, log: Logger) => NonNullable<EngineOptions['store']>;
  /** opens the database on a server; rejects with what it lacks */
  readonly openPostgres: (
    database: NonNullable<HeadlessOptions['database']>,
    log: Logger,
  ) => NonNullable<EngineOptions['store']>;
  /** where the files of all hosts are: a folder, or `s3://…`; `folder`: this host's data folder */
  readonly openMedia: (media: string, folder: string, log: Logger) => Promise<NonNullable<EngineOptions['mediaFiles']>>;
  /** moves everything; `key`: COUNTERBELL_KEY. Resolves with what to say about it; rejects with what to do */
  readonly move: (options: MoveOptions & { readonly key: string }, log: Logger) => Promise<string>;
  /** loads the engine's code, which takes a while */
  readonly loadEngine: () => Promise<{ readonly startEngine: (options: EngineOptions) => Promise<Engine> }>;
  /** folder of the built renderer */
  readonly renderer: string;
  /** COUNTERBELL_KEY */
  readonly vaultKey: string | undefined;
  /** COUNTERBELL_DATABASE_URL */
  readonly databaseUrl: string | undefined;
  /** COUNTERBELL_METRICS_TOKEN */
  readonly metricsToken?: string | undefined;
}

type RunningHeadless = Awaited<ReturnType<typeof startHeadless>>;

/** Starts the engine, then the web host; stops the engine again if the web host fails to start. */
export async function startHeadless(
  {
    requireShop,
    openStore,
    openPostgres,
    openMedia,
    loadEngine,
    renderer,
    vaultKey,
    metricsToken,
    ...parts
  }: Omit<HeadlessProgram, 'databaseUrl' | 'move'>,
  options: HeadlessOptions,
  log: Logger,
) {
  const { consoleHosts, database } = options;
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop())
      await next().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'));
  };
  const again = Promise.withResolvers<void>();
  try {
    const dataFolder = resolve(options.dataFolder ?? envPaths('counterbell', { suffix: '' }).data);
    const provision = options.provisionFile === undefined ? undefined : readProvision(options.provisionFile);
    stops.push(await lockDataFolder(dataFolder));
    if (database !== undefined) requireOwnKey(vaultKey);
    if (metricsToken !== undefined && !/^[!-~]{16,}$/.test(metricsToken))
      throw new Error('COUNTERBELL_METRICS_TOKEN wants at least 16 letters, digits and signs');
    // Before a key is made, which would look like that of a shop that is gone.
    const aside = database === undefined ? requireShop(dataFolder, options) : undefined;
    if (aside !== undefined) log.warn({ aside }, 'what was left of the shop before was moved there');
    const vault = await createKeyFileVault({ folder: dataFolder, key: vaultKey });
    const mediaFiles = database?.media === undefined ? undefined : await openMedia(database.media, dataFolder, log);
    // The rest of the code loads while the database opens.
    const store = database === undefined ? openStore(dataFolder, log) : openPostgres(database, log);
    // The engine handles the failure.
    store.catch(() => undefined);
    const [{ startEngine }, { startRemoteAccess }, { startWebHost }] = await Promise.all([
      loadEngine(),
      import('#main/web/remote-access.ts'),
      import('#main/web/web-host.ts'),
    ]);
    const engine = await startEngine({
      ...parts,
      dataDir: dataFolder,
      store,
      listener: { ...options.listener, reservedPorts: [options.console.port, options.team?.port ?? 0] },
      computer: computerFileAt(join(dataFolder, 'computer.json')),
      vault,
      provision,
      nodeName: database?.node,
      publicUrl: database?.publicUrl,
      mediaFiles,
      restart: again.resolve,
      clock: systemClock,
      log,
    });
    stops.push(engine.stop);
    const metrics = metricsToken === undefined ? undefined : { token: metricsToken, version: parts.version };
    const host = { engine, vault, clock: systemClock, log, renderer, consoleHosts, nodeName: database?.node, metrics };
    const web = await startWebHost({ ...host, address: options.console });
    stops.push(web.stop);
    engine.remoteAccess.reportConsole(web.url);
    const remoteAccess = startRemoteAccess({ ...host, fixed: options.team });
    stops.push(remoteAccess.stop);
    await remoteAccess.ready;
    // The first to be called.
    stops.push(async () => engine.drain());
    const key = encodeURIComponent(engine.operators.first().accessKey);
    return {
      /** resolves when the engine has to restart to put restored data in place */
      restart: again.promise,
      /** resolves when a part that customers depend on has died */
      died: engine.died,
      /** true while customers are still served */
      isServing: async (): Promise<boolean> => {
        const { ok } = await fetch(`${engine.listenerUrl}/health`, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
        return ok;
      },
      listener: engine.listenerUrl,
      console: web.url,
      /** for colleagues; undefined: closed */
      team: remoteAccess.url(),
      /** load balancers send it nothing more from now on */
      drain: engine.drain,
      /** opens the console signed in as the first operator */
      accessUrl: `${web.url}/?key=${key}`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A key in the data folder would be lost with this computer, and everything sealed in the database with it. */
function requireOwnKey(key = ''): string {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(key))
    throw new Error('PostgreSQL needs COUNTERBELL_KEY, 32 bytes in base64, the same at every start');
  return key;
}

function readProvision(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`The provision file ${file} cannot be read`, { cause });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new Error(
      `The provision file ${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

const FAILED = 1;
const WRONG_USE = 2;
/** The data folder has lost its shop: starting again does not help. */
const NO_SHOP = 3;
/** Milliseconds for which a stop waits after a part of the program has died. */
const STOP_LIMIT = 20_000;
/** Milliseconds the listener may take to answer before it counts as dead. */
const ANSWER_LIMIT = 5_000;
/** Bytes of the log that wait for a disk to have room again. */
const MAX_UNWRITTEN = 1024 * 1024;
/** Exit status of a program ended by a signal: 128 and the signal's number (SIGINT). */
const INTERRUPTED = 130;
/** Milliseconds in which a repeated signal counts as the same one: npm also passes on a terminal's Ctrl+C. */
const REPEATED_SIGNAL = 500;

/** The headless command line: starts, prints its address, stops on SIGINT or SIGTERM. Sets the process's exit code. */
export async function runHeadless(program: HeadlessProgram, args: readonly string[]): Promise<void> {
  const line = parseCommandLine(args, program.databaseUrl);
  if (line.kind === 'help') {
    process.stdout.write(HELP);
    return;
  }
  if (line.kind === 'wrong') {
    process.stderr.write(`${line.problem}\n`);
    process.exitCode = WRONG_USE;
    return;
  }
  if (line.kind === 'website-box') {
    const { writeWebsiteBox } = await import('#main/letterbox/website-box.ts');
    const { writeWordpressLetterbox } = await import('#main/letterbox/wordpress-letterbox.ts');
    const write = line.options.wordpress ? writeWordpressLetterbox : writeWebsiteBox;
    process.stdout.write(`${await write(program.siteFolder, line.options)}\n`);
    return;
  }
  if (line.kind === 'move') return await move(program, line.options);
  await run(program, line.options);
}

async function move(program: HeadlessProgram, options: MoveOptions): Promise<void> {
  process.umask(0o077);
  process.title = 'counterbell move';
  try {
    const key = requireOwnKey(program.vaultKey);
    process.stdout.write(`${await program.move({ ...options, key }, createLog('warn'))}\n`);
  } catch (error) {
    process.stderr.write(`Counterbell cannot move: ${failureReason(error)}.\n`);
    process.exitCode = FAILED;
  }
}

async function run(program: HeadlessProgram, options: HeadlessOptions): Promise<void> {
  // Chats are for the owner's eyes only, even in a folder that others can read.
  process.umask(0o077);
  // The command line, which other users see, may have the database's password.
  if (options.database !== undefined) process.title = `counterbell ${options.database.node}`;
  const log = createLog(options.logLevel);
  const stopped = stopSignal();
  let running: RunningHeadless;
  try {
    running = await startHeadless(program, options, log);
  } catch (error) {
    log.debug({ err: error }, 'start failed');
    if (error instanceof ShopMissing && options.json) {
      const { folder, problem, found, message } = error;
      process.stdout.write(`${JSON.stringify({ ready: false, problem, folder, found, message })}\n`);
    }
    process.stderr.write(`Counterbell cannot start: ${failureReason(error)}${addressAdvice(error)}.\n`);
    process.exit(error instanceof ShopMissing ? NO_SHOP : FAILED);
  }
  process.stdout.write(readyText(running, options.json));
  // Restarted at the same addresses, so that everyone finds it again.
  const same: HeadlessOptions = {
    ...options,
    listener: withBoundPort(options.listener, running.listener),
    console: withBoundPort(options.console, running.console),
    team: options.team && withBoundPort(options.team, running.team ?? ''),
  };
  const pauseBefore = createRestartPauses(systemClock.monotonic);
  let lost = Promise.withResolvers<void>();
  const watchDeath = (): void => {
    lost = Promise.withResolvers();
    const ownLoss = lost;
    void running.died.then(() => ownLoss.resolve());
  };
  let isChecking = false;
  catchFaults(log, () => {
    if (isChecking) return;
    isChecking = true;
    const ownLoss = lost;
    void running
      .isServing()
      .catch(() => false)
      .then((isServing) => {
        isChecking = false;
        if (!isServing) ownLoss.resolve();
      });
  });
  for (;;) {
    watchDeath();
    const next = await Promise.race([
      stopped.then(() => 'end' as const),
      running.restart.then(() => 'start again' as const),
      lost.promise.then(() => 'lost' as const),
    ]);
    if (next === 'lost') log.error('customers can no longer be answered, so the engine starts again');
    if (next === 'end') {
      running.drain();
      await passing(options.drain);
    }
    if (next === 'lost') await stopOrExit(running, log);
    else await running.stop();
    if (next === 'end') process.exit(0);
    for (let isRunning = false; !isRunning;) {
      if (next === 'lost' && (await Promise.race([stopped.then(() => true), passing(pauseBefore(), false)])))
        process.exit(0);
      try {
        running = await startHeadless(program, same, log);
        isRunning = true;
        if (next === 'lost') log.warn('the engine runs again');
      } catch (error) {
        process.stderr.write(`Counterbell cannot start again: ${failureReason(error)}.\n`);
        if (error instanceof ShopMissing) process.exit(NO_SHOP);
        if (next !== 'lost') process.exit(FAILED);
      }
    }
  }
}

/** A log that cannot be written, on a full disk or a pipe that nobody reads, stops nothing. */
function createLog(level: HeadlessOptions['logLevel']): Logger {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_UNWRITTEN });
  destination.on('error', () => undefined);
  return pino({ level, serializers: { err: loggedError }, hooks: { streamWrite: maskSecrets } }, destination);
}

/** If it does not stop, its ports are not free either: then only another process helps, which the service manager starts. */
async function stopOrExit(running: RunningHeadless, log: Logger): Promise<void> {
  const isStopped = await Promise.race([running.stop().then(() => true), passing(STOP_LIMIT, false)]);
  if (isStopped) return;
  log.fatal('what is left of the engine does not stop, so Counterbell ends');
  process.exit(FAILED);
}

/** The same host with the port that was found. */
function withBoundPort<Asked extends Address>(requested: Asked, url: string): Asked {
  return { ...requested, port: Number(new URL(url).port) };
}

/** Resolves at the first SIGINT or SIGTERM; the second one ends the process at once. */
async function stopSignal(): Promise<void> {
  return new Promise((end) => {
    let receivedAt: number | undefined;
    const ask = (): void => {
      const now = performance.now();
      if (receivedAt !== undefined && now - receivedAt > REPEATED_SIGNAL) process.exit(INTERRUPTED);
      receivedAt ??= now;
      end();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, ask);
  });
}

function readyText({ listener, console, team, accessUrl }: RunningHeadless, isJson: boolean): string {
  if (isJson) return `${JSON.stringify({ ready: true, listener, console, team, accessUrl })}\n`;
  return `Counterbell is running. Open the console:

  ${accessUrl}

Websites and apps reach it at ${listener}. Stop it with Ctrl+C.
`;
}

/** Advice for an address that cannot be listened on. */
function addressAdvice(error: unknown): string {
  const isOfAddress = ['EADDRINUSE', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(systemCode(error) ?? '');
  return isOfAddress ? '; choose another address with --listener, --console or --team' : '';
}
