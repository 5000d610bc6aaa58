import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Clock ticks per second in /proc, the same on every Linux. */
const TICKS = 100;

/** Whether this system has /proc, from which everything here is read. */
export const hasProcFileSystem = process.platform === 'linux';

/** Prefix of a command that keeps it on one core; nothing where cores cannot be chosen, or there is but one. */
export function pinnedTo(core: number): readonly string[] {
  if (core >= cpus().length || spawnSync('taskset', ['-c', String(core), 'true']).status !== 0) return [];
  return ['taskset', '-c', String(core)];
}

/** A process and all its descendants. */
export function processesOf(pid: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const parent = statOf(Number(name))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found = [pid];
  for (const each of found) found.push(...[...parents].filter(([, parent]) => parent === each).map(([child]) => child));
  return found;
}

/** Memory of these processes in bytes, with shared memory divided among them. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce(
    (sum, pid) => sum + 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
    0,
  );
}

/** Current resident memory in bytes. */
export function currentSize(pid: number): number {
  return statusOf(pid, 'VmRSS');
}

/** Peak resident memory in bytes. */
export function peakSize(pid: number): number {
  return statusOf(pid, 'VmHWM');
}

/** CPU seconds of these processes since they began. */
export function processorTimeOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = statOf(pid);
    return sum + (Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0)) / TICKS;
  }, 0);
}

function statusOf(pid: number, field: string): number {
  return 1024 * Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** The fields of /proc/PID/stat after the program's name, which may contain spaces. */
function statOf(pid: number): readonly string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat === '' ? undefined : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Empty if the process ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
