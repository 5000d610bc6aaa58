import type { FastifyInstance } from 'fastify';
import { systemCode } from '#shared/domain/system-code.ts';
import { DEFAULT_BOUNDS } from './bounds.ts';

/** Address on which the listener should listen. */
export interface WantedAddress {
  readonly host: string;
  /** 0: any free port */
  readonly port: number;
  /** the owner set this port: no other is used without asking */
  readonly isFixed?: boolean;
  /** ports of this program's other servers */
  readonly reservedPorts?: readonly number[];
  /** asks the owner what to do when the fixed port is taken; rejects if they give up. Absent: the start fails */
  readonly onTaken?: (port: number) => Promise<'again' | 'another'>;
}

/** The port used because the wanted one was taken. It is kept, because websites and apps use it by then. */
export interface FoundPort {
  readonly wanted: number;
  readonly port: number;
  /** the port that was taken; null: the owner has been told */
  readonly instead: number | null;
}

/** Ports after the wanted one to try before any free one. */
const NEXT_PORTS = 50;
/** Errors for ports that are taken or (on Windows) reserved by the system. */
const TAKEN_CODES: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES']);

/** Candidate ports, best first: the previous one, the wanted one, those after it, any. */
export function portsToTry(
  { port, isFixed = false, reservedPorts = [] }: WantedAddress,
  found: FoundPort | null,
): readonly number[] {
  const first = found?.wanted === port ? found.port : port;
  if (isFixed || first === 0) return [first];
  const next = Array.from({ length: NEXT_PORTS }, (_, step) => first + 1 + step).filter(
    (candidate) => candidate <= 65_535 && !reservedPorts.includes(candidate),
  );
  return [first, ...next, 0];
}

/** Listens on the first free port. Rejects as Node does if there is none. */
export async function listenOn(
  app: Pick<FastifyInstance, 'listen'>,
  wanted: WantedAddress,
  found: FoundPort | null,
): Promise<void> {
  let { isFixed = false } = wanted;
  for (;;) {
    const ports = portsToTry({ ...wanted, isFixed }, found);
    const taken = await tryEach(app, wanted.host, ports);
    if (taken === undefined) return;
    if (!isFixed || wanted.onTaken === undefined) throw taken;
    isFixed = (await wanted.onTaken(ports[0] ?? wanted.port)) === 'again';
  }
}

/** undefined: it is listening; otherwise why the last one failed */
async function tryEach(app: Pick<FastifyInstance, 'listen'>, host: string, ports: readonly number[]) {
  let taken: Error | undefined;
  for (const port of ports) {
    try {
      await app.listen({ host, port, backlog: DEFAULT_BOUNDS.connections });
      return undefined;
    } catch (error) {
      if (!(error instanceof Error && TAKEN_CODES.has(systemCode(error)))) throw error;
      taken = error;
    }
  }
  return taken;
}

/** Returns what to remember about the port that was found; undefined: nothing new. */
export function foundPort(
  { port: wanted }: WantedAddress,
  port: number,
  before: FoundPort | null,
): FoundPort | undefined {
  const first = before?.wanted === wanted ? before.port : wanted;
  return wanted === 0 || port === first ? undefined : { wanted, port, instead: first };
}
