import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { budgets } from './budgets.ts';

/** Prefix of the builder's lines about sizes, which the build prints. */
export const SIZE_LINE = 'size ';

export interface Chunk {
  readonly isEntry: boolean;
  readonly isLoadedLater: boolean;
  /** module it is imported as */
  readonly facade: string;
  readonly modules: readonly string[];
  /** chunks loaded with it */
  readonly imports: readonly string[];
  /** gzip, including its styles */
  readonly bytes: number;
}

interface Part {
  readonly name: string;
  /** gzip */
  readonly bytes: number;
  /** kilobytes */
  readonly budget: number;
  readonly isFirst: boolean;
  readonly modules: readonly string[];
}

interface Budgets {
  readonly firstLoad: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly anyPart: number;
  readonly notAtFirst: readonly string[];
}

/** The first load, and each later part without what is already loaded; the largest first. */
export function partsOf(
  chunks: ReadonlyMap<string, Chunk>,
  { firstLoad, parts, anyPart }: Omit<Budgets, 'notAtFirst'>,
): readonly Part[] {
  const entries = [...chunks].filter(([, { isEntry }]) => isEntry).map(([name]) => name);
  const first = closure(chunks, entries);
  const later = [...chunks].filter(([name, { isLoadedLater }]) => isLoadedLater && !first.has(name));
  return [
    { name: 'first load', budget: firstLoad, isFirst: true, ...sum(chunks, first) },
    ...later
      .map(([file, { facade }]) => {
        const name = partName(facade);
        const own = [...closure(chunks, [file])].filter((each) => !first.has(each));
        return { name, budget: budgetOf(name, parts) ?? anyPart, isFirst: false, ...sum(chunks, own) };
      })
      .toSorted((one, other) => other.bytes - one.bytes),
  ];
}

function budgetOf(name: string, parts: Budgets['parts']): number | undefined {
  return Object.entries(parts).find(([place]) => isOf(name, place))?.[1];
}

function isOf(name: string, place: string): boolean {
  return place.endsWith('*') ? name.startsWith(place.slice(0, -1)) : name === place;
}

export function sizeLine({ name, bytes, budget }: Pick<Part, 'name' | 'bytes' | 'budget'>): string {
  return `${SIZE_LINE}${kilobytes(bytes).padStart(7)} kB of ${String(budget).padStart(3)}  ${name}`;
}

/** A sentence for each part over its budget. */
export function overBudget(parts: readonly Pick<Part, 'name' | 'bytes' | 'budget'>[]): readonly string[] {
  return parts
    .filter(({ bytes, budget }) => bytes > budget * 1000)
    .map(({ name, bytes, budget }) => `${name} weighs ${kilobytes(bytes)} kB; its budget is ${budget}`);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

/** Parts over budget, and modules that must not be in the first load; one sentence each. */
export function faults(
  parts: readonly Part[],
  { parts: named, notAtFirst }: Pick<Budgets, 'parts' | 'notAtFirst'>,
): readonly string[] {
  const early = parts
    .filter(({ isFirst }) => isFirst)
    .flatMap(({ modules }) => notAtFirst.map((place) => modules.find((module) => module.includes(place))))
    .filter((module) => module !== undefined)
    .map((module) => `${partName(module)} must not be in the first load`);
  const gone = Object.keys(named)
    .filter((place) => !parts.some(({ name }) => isOf(name, place)))
    .map((name) => `there is no part ${name} any more: take its budget away`);
  return [...overBudget(parts), ...early, ...gone];
}

function closure(chunks: ReadonlyMap<string, Chunk>, from: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...(chunks.get(name)?.imports ?? []));
  }
  return found;
}

function sum(chunks: ReadonlyMap<string, Chunk>, names: Iterable<string>): Pick<Part, 'bytes' | 'modules'> {
  const found = [...names].map((name) => chunks.get(name)).filter((chunk) => chunk !== undefined);
  return {
    bytes: found.reduce((total, { bytes }) => total + bytes, 0),
    modules: found.flatMap(({ modules }) => modules),
  };
}

/** `/…/src/renderer/src/features/x.tsx` is `features/x.tsx`. */
function partName(module: string): string {
  return module.replace(/^.*\/node_modules\//, '').replace(/^(?:\/|\w:\/).*\/src\//, '');
}

/** Puts everything loaded before the inbox into one file: a hundred small ones mean as many requests, and more bytes. */
export const firstLoadChunk = {
  name: 'first',
  tags: ['$initial' as const],
  test: (module: string) => !/[\\/](main\.tsx|index\.html)$/.test(module),
};

/** The texts that a language needs at first are one file; others come with their screens. */
export const oneFilePerLanguage = {
  name: (module: string) => `language-${/[\\/]locales[\\/]([\w-]+)/.exec(module)?.[1] ?? ''}`,
  test: /[\\/]shared[\\/]locales[\\/](?!en[\\/])[\w-]+[\\/](?:app|common|conversation|errors|findings|inbox)\.json$/,
};

/** Prints the size of the console's first load and of each later part, and fails the build if one is over budget. */
export function consoleSize(): Plugin {
  return {
    name: 'console-size',
    apply: 'build',
    writeBundle(_options, bundle) {
      const parts = partsOf(chunksOf(bundle), budgets);
      for (const part of parts) process.stdout.write(`${sizeLine(part)}\n`);
      const found = faults(parts, budgets);
      if (found.length > 0)
        throw new Error(`The console has grown over its budget (scripts/size/budgets.ts):\n${found.join('\n')}`);
    },
  };
}

function chunksOf(bundle: Rolldown.OutputBundle): ReadonlyMap<string, Chunk> {
  const sizes = new Map(
    Object.values(bundle).map((file) => [
      file.fileName,
      gzipSync(file.type === 'chunk' ? file.code : file.source).length,
    ]),
  );
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return new Map(
    chunks.map((chunk) => {
      const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
      const bytes = [chunk.fileName, ...styles].reduce((total, file) => total + (sizes.get(file) ?? 0), 0);
      return [
        chunk.fileName,
        {
          isEntry: chunk.isEntry,
          isLoadedLater: chunk.isDynamicEntry || chunk.name.startsWith('language-'),
          facade: chunk.facadeModuleId ?? chunk.name,
          modules: chunk.moduleIds,
          imports: chunk.imports,
          bytes,
        },
      ];
    }),
  );
}
