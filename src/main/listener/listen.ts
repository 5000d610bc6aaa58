import type { FastifyInstance } from 'fastify';
import { systemCode } from '#shared/domain/system-code.ts';

/** Where the listener is wanted. */
export interface WantedAddress {
  readonly host: string;
  /** 0: any that is free */
  readonly port: number;
  /** the owner gave this port: no other is taken unasked */
  readonly insist?: boolean;
  /** ports of this program's other servers */
  readonly spared?: readonly number[];
  /** asks the owner what to do where the port that is insisted on is taken; rejects where they give up. Absent: the start fails */
  readonly onTaken?: (port: number) => Promise<'again' | 'another'>;
}

/** The port that was found where the wanted one was taken. It is kept, because websites and apps know it by then. */
export interface FoundPort {
  readonly wanted: number;
  readonly port: number;
  /** the port that was taken; null: the owner has been told */
  readonly instead: number | null;
}

/** How many ports behind the wanted one are tried before any that is free. */
const NEXT = 50;
/** Of these the system says that they are taken, or (Windows) kept for something of its own. */
const TAKEN: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES']);

/** The ports on which the listener may be, best first: where it was before, the wanted one, those behind it, any. */
export function portsToTry(
  { port, insist = false, spared = [] }: WantedAddress,
  found: FoundPort | null,
): readonly number[] {
  const first = found?.wanted === port ? found.port : port;
  if (insist || first === 0) return [first];
  const next = Array.from({ length: NEXT }, (_, step) => first + 1 + step).filter(
    (each) => each <= 65_535 && !spared.includes(each),
  );
  return [first, ...next, 0];
}

/** Listens on the first port that is free. Rejects as Node does where none of them can be had. */
export async function listenOn(
  app: Pick<FastifyInstance, 'listen'>,
  wanted: WantedAddress,
  found: FoundPort | null,
): Promise<void> {
  let { insist = false } = wanted;
  for (;;) {
    const ports = portsToTry({ ...wanted, insist }, found);
    const taken = await tryEach(app, wanted.host, ports);
    if (taken === undefined) return;
    if (!insist || wanted.onTaken === undefined) throw taken;
    insist = (await wanted.onTaken(ports[0] ?? wanted.port)) === 'again';
  }
}

/** undefined: it listens. Else why the last one could not be had. */
async function tryEach(
  app: Pick<FastifyInstance, 'listen'>,
  host: string,
  ports: readonly number[],
): Promise<Error | undefined> {
  let taken: Error | undefined;
  for (const port of ports) {
    try {
      await app.listen({ host, port });
      return undefined;
    } catch (error) {
      if (!(error instanceof Error && TAKEN.has(systemCode(error)))) throw error;
      taken = error;
    }
  }
  return taken;
}

/** What is to be noted of the port that was found; undefined: nothing new. */
export function foundPort(
  { port: wanted }: WantedAddress,
  port: number,
  before: FoundPort | null,
): FoundPort | undefined {
  const first = before?.wanted === wanted ? before.port : wanted;
  return wanted === 0 || port === first ? undefined : { wanted, port, instead: first };
}
