import path from 'node:path';
import type { Source } from './physical-classes.ts';

const CONSOLE = 'src/renderer/src/';
const FIRST_LOAD = `${CONSOLE}main.tsx`;
/** The formatter of the engine's phrases brings these; elsewhere their keys are the engine's codes. */
const PHRASES: ReadonlySet<string> = new Set(['errors', 'findings']);

/**
 * Texts that a part of the console uses without loading their English: `<file> uses <namespace>`. A part is what is
 * loaded at once: the first load, and whatever is imported dynamically, with all that it imports.
 */
export function textsNotLoaded(sources: readonly Source[], namespaces: readonly string[]): readonly string[] {
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const loadedWith = (entry: string): ReadonlySet<string> => {
    const found = new Set([entry]);
    for (const file of found)
      for (const [, name = ''] of (texts.get(file) ?? '').matchAll(
        /^(?:import|export)(?! type)[^;']*'((?:#renderer|\.)[^']+)'/gm,
      ))
        found.add(resolved(file, name));
    return found;
  };
  const first = loadedWith(FIRST_LOAD);
  const later = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/import\('([^']+\.tsx?)'\)/g)].map(([, name = '']) => resolved(file, name)),
  );
  const faults = [FIRST_LOAD, ...later].flatMap((entry) => {
    const files = [...loadedWith(entry)];
    const english = new Set([...first, ...files].flatMap((file) => englishIn(texts.get(file) ?? '')));
    return files.flatMap((file) =>
      namespacesIn(texts.get(file) ?? '', namespaces)
        .filter((namespace) => !english.has(namespace) && !PHRASES.has(namespace))
        .map((namespace) => `${file.slice(CONSOLE.length)} uses ${namespace}, which ${path.basename(entry)} lacks`),
    );
  });
  return [...new Set(faults)];
}

function resolved(importer: string, name: string): string {
  return name.startsWith('.')
    ? path.posix.join(path.posix.dirname(importer), name)
    : name.replace('#renderer/', CONSOLE);
}

function englishIn(text: string): readonly string[] {
  return [...text.matchAll(/'#shared\/locales\/en\/(\w+)\.json'/g)].map(([, namespace = '']) => namespace);
}

function namespacesIn(text: string, namespaces: readonly string[]): readonly string[] {
  const ofHooks = [...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
  );
  const ofKeys = [...text.matchAll(/['`](\w+):[a-zA-Z]/g)].map(([, name = '']) => name);
  return [...new Set([...ofHooks, ...ofKeys])].filter((name) => namespaces.includes(name));
}
