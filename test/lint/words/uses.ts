import type { Catalogue } from '../../../src/shared/words/catalogue.ts';
import { stemOf } from './catalogue-faults.ts';

/** A file of the product. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** Words that no source says, and words that a source says and no catalogue has, in lines. */
export function useFaults(english: Readonly<Record<string, Catalogue>>, sources: readonly Source[]): string[] {
  const saying = sources.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/\bwordsOf\('(\w+)'/g), ([, subject = '']) => ({ file, text, subject })),
  );
  const strange = saying
    .filter(({ subject }) => english[subject] === undefined)
    .map(({ file, subject }) => `${file} says words of ${subject}, which is no subject`);
  return [
    ...strange,
    ...Object.entries(english).flatMap(([subject, words]) =>
      subjectFaults(
        subject,
        words,
        saying.filter((each) => each.subject === subject),
      ),
    ),
  ];
}

function subjectFaults(subject: string, words: Catalogue, saying: readonly Source[]): string[] {
  const stems = new Set(Object.keys(words).map(stemOf));
  const said = saying.map(({ text }) => text).join('\n');
  const patterns = Array.from(said.matchAll(/\bsay\(\s*`([^`]*)`/g), ([, template = '']) => patternOf(template));
  const unused = [...stems].filter(
    (stem) => !said.includes(`'${stem}'`) && !patterns.some((pattern) => pattern.test(stem)),
  );
  const unknown = saying.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/\bsay\(\s*'([^']*)'/g), ([, key = '']) => key)
      .filter((key) => !stems.has(key))
      .map((key) => `${file} says ${key}, which ${subject} does not have`),
  );
  return [...unused.map((stem) => `${subject}: nobody says ${stem}`), ...unknown];
}

/** `kinds.${kind}` as a pattern of keys. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[\\w.]+')}$`);
}
