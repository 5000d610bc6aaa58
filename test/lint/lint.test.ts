import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Planted violations, and a word that each finding must contain. */
interface Planted {
  readonly what: string;
  readonly file: string;
  readonly code: string;
  readonly finding: string;
}

/** Imports between folders that their charters don't allow, and how the finding names both. */
const forbiddenImports: readonly (readonly [file: string, code: string, imported: string])[] = [
  ['src/shared/domain/a.ts', `import { a } from '#main/store/a.ts';`, 'src/main/store/a.ts'],
  ['src/shared/contract/b.ts', `import type { A } from '#renderer/rpc/a.ts';`, 'src/renderer/src/rpc/a.ts'],
  ['src/shared/contract/c.ts', `import { commands } from '#main/store/commands.ts';`, 'src/main/store/commands.ts'],
  ['src/shared/protocol/d.ts', `export { a } from '#shared/contract/a.ts';`, 'src/shared/contract/a.ts'],
  [
    'src/renderer/src/features/inbox/e.ts',
    `import { a } from '#renderer/features/settings/a.ts';`,
    'src/renderer/src/features/settings/a.ts',
  ],
  [
    'src/renderer/src/features/inbox/f.ts',
    `import { a } from '../settings/a.ts';`,
    'src/renderer/src/features/settings/a.ts',
  ],
  ['src/renderer/src/components/g.ts', `import { a } from '#renderer/rpc/a.ts';`, 'src/renderer/src/rpc/a.ts'],
  ['src/renderer/src/rpc/h.ts', `import { a } from '#main/console/a.ts';`, 'src/main/console/a.ts'],
  ['src/main/engine/i.ts', `import { a } from '#main/headless/a.ts';`, 'src/main/headless/a.ts'],
  ['src/main/listener/j.ts', `export const a = import('#main/store/a.ts');`, 'src/main/store/a.ts'],
  ['src/main/channels/n.ts', `import { a } from '../../../test/fixtures/a.ts';`, 'test/fixtures/a.ts'],
];

/** Modules that only some folders may import. */
const forbiddenModules: readonly (readonly [file: string, name: string])[] = [
  ['src/shared/domain/c.ts', 'node:path'],
  ['src/main/engine/k.ts', 'electron/main'],
  ['src/main/headless/l.ts', 'electron-store'],
  ['src/main/chats/m.ts', 'node:sqlite'],
  ['src/main/store/chats/n.ts', 'node:sqlite'],
];

const planted: readonly Planted[] = [
  ...forbiddenImports.map(([file, code, imported]) => ({
    what: `${file}: ${code}`,
    file,
    code: `${code}\n`,
    finding: `${path.posix.dirname(file)} may not import ${imported}`,
  })),
  ...forbiddenModules.map(([file, name]) => ({
    what: `${file} imports ${name}`,
    file,
    code: `import * as a from '${name}';\nexport const b = a;\n`,
    finding: `${name} may only be imported in`,
  })),
  {
    what: 'a relative path into another folder',
    file: 'src/main/console/o.ts',
    code: `import { a } from '../store/a.ts';\nexport const o = a;\n`,
    finding: 'go by subpath',
  },
  {
    what: 'a folder without a charter',
    file: 'src/main/utils/p.ts',
    code: `import { a } from '#shared/domain/a.ts';\nexport const p = a;\n`,
    finding: 'has no charter for src/main/utils',
  },
  {
    what: 'any',
    file: 'src/main/chats/q.ts',
    code: `export function q(value: any): string {\n  return String(value);\n}\n`,
    finding: 'no-explicit-any',
  },
  {
    what: 'a promise left alone',
    file: 'src/main/chats/r.ts',
    code: `export function r(): void {\n  Promise.resolve(1);\n}\n`,
    finding: 'no-floating-promises',
  },
  {
    what: 'a case left out',
    file: 'src/main/chats/s.ts',
    code: `export function s(state: 'open' | 'closed'): number {\n  switch (state) {\n    case 'open':\n      return 1;\n  }\n  return 2;\n}\n`,
    finding: 'switch-exhaustiveness-check',
  },
  { what: 'a default export', file: 'src/main/chats/t.ts', code: `export default 1;\n`, finding: 'no-default-export' },
  {
    what: 'a file too long',
    file: 'src/main/chats/u.ts',
    code: `${Array.from({ length: 351 }, (_, line) => `export const u${line} = ${line};`).join('\n')}\n`,
    finding: 'max-lines',
  },
  ...[
    `text.charAt(0)`,
    `Array.from(text)[0]`,
    `[...text].at(0)`,
    `Array.from(text).length`,
    `[...text].slice(0, 9).join('')`,
    `text[0]?.toUpperCase()`,
    `text.at(0)?.toLocaleUpperCase()`,
    `text.slice(0, 1)`,
    `text.split('').length`,
    `\`\${text.slice(0, 9)}…\``,
    `\`\${text.trim().substring(0, 9).trimEnd()}…\``,
    `text.substring(0, 9) + '...'`,
    `text.replaceAll(/\\s+/g, ' ').slice(0, 9)`,
    `<b>{text.slice(0, 9)}</b>`,
    `<b title={quoted(text.slice(0, 9))}>{text}</b>`,
    `'•'.repeat(text.length)`,
  ].map((code, index) => ({
    what: `signs broken by ${code}`,
    file: `src/renderer/src/components/signs${index}.tsx`,
    code: `const quoted = (said: string): string => said;\nexport const v = (text: string) => ${code};\nexport const q = quoted;\n`,
    finding: 'counterbell(signs)',
  })),
  ...[
    `new Intl.DateTimeFormat('en').format(at)`,
    `Intl.DateTimeFormat('en').formatToParts(at).length`,
    `new Date(at).toLocaleTimeString('en')`,
    `new Date(at).toLocaleDateString()`,
    `new Date(at).toLocaleString('en')`,
  ].map((code, index) => ({
    what: `a date written by ${code}`,
    file: `src/main/desktop/dates${index}.ts`,
    code: `export const v = (at: number) => ${code};\n`,
    finding: 'counterbell(dates)',
  })),
  {
    what: 'a date written by a library',
    file: 'src/widget/panel/dates.ts',
    code: `import { format } from 'date-fns/format';\nexport const v = (at: number) => format(at, 'HH:mm');\n`,
    finding: 'counterbell(dates)',
  },
  {
    what: 'the first of a text taken apart',
    file: 'src/main/desktop/v.ts',
    code: `export function v(text: string): string {\n  const [first = ''] = Array.from(text);\n  return first;\n}\n`,
    finding: 'counterbell(signs)',
  },
];

const clean: readonly (readonly [string, string])[] = [
  ['src/shared/domain/clean.ts', `import { b } from '#shared/protocol/b.ts';\nexport const clean = b;\n`],
  [
    'src/main/engine/clean.ts',
    `import { b } from '#main/store/b.ts';\nimport { join } from 'node:path';\nexport const clean = join(b);\n`,
  ],
  [
    'src/main/store/sqlite/clean.ts',
    `import { DatabaseSync } from 'node:sqlite';\nimport { b } from './nested/b.ts';\nexport const clean = new DatabaseSync(b);\n`,
  ],
  [
    'src/main/desktop/zone.ts',
    `export const zone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;\nexport const most = (1000).toLocaleString('en');\n`,
  ],
  ['src/main/desktop/clean.ts', `import { app } from 'electron';\nexport const clean = app.getName();\n`],
  [
    'src/renderer/src/features/inbox/clean.ts',
    `import { b } from '#renderer/components/b.ts';\nimport './list.css';\nexport const clean = b;\n`,
  ],
  [
    'src/renderer/src/components/clean.tsx',
    `export const clean = (list: readonly string[], text: string, end: number) => (
  <b title={list.slice(0, 3).join(', ')} data-shown={text.slice(0, end) === text}>
    {list.slice(0, 3).map((each) => each)}
    {[...list, text].length}
    {[...list].sort().join(', ')}
    {Array.from({ length: 3 }, String)}
  </b>
);\n`,
  ],
  ['src/main/chats/clean.test.ts', `import { b } from '#main/store/b.ts';\nexport const clean = b;\n`],
];

describe('the lint rules detect violations', () => {
  let folder: string;
  let findings: ReadonlyMap<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'counterbell-lint-'));
    await cp(path.join(root, 'tsconfig.base.json'), path.join(folder, 'tsconfig.base.json'));
    const files = [
      ['tsconfig.json', JSON.stringify({ extends: './tsconfig.base.json', include: ['src'] })],
      ...planted.map(({ file, code }) => [file, code] as const),
      ...clean,
    ] as const;
    for (const [file, content] of files) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), content);
    }
    findings = await lint(folder);
  });

  afterAll(() => rm(folder, { recursive: true }));

  test.each(planted)('$what', ({ file, finding }) => {
    expect(findings.get(file)).toContain(finding);
  });

  test.each(clean)('%s has no violations', (file) => {
    expect(findings.get(file) ?? '').not.toContain('counterbell');
  });
});

/** Lints a folder with the project's rules; resolves with the findings by file. */
async function lint(folder: string): Promise<ReadonlyMap<string, string>> {
  const program = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((resolve) => {
    const config = path.join(root, '.oxlintrc.json');
    execFile(
      process.execPath,
      [program, '-c', config, '--format', 'json', 'src'],
      { cwd: folder, maxBuffer: 2 ** 26 },
      (_, stdout) => resolve(stdout),
    );
  });
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: readonly { filename: string; code: string; message: string }[];
  };
  const byFile = Map.groupBy(diagnostics, ({ filename }) =>
    path.relative(folder, path.resolve(folder, filename)).replaceAll(path.sep, '/'),
  );
  return new Map(
    Array.from(byFile, ([file, each]) => [file, each.map(({ code, message }) => `${code}: ${message}`).join('\n')]),
  );
}
