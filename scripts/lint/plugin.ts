import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Charters, violation, readCharters } from './charters.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Literal {
  readonly type: string;
  readonly value?: unknown;
}

interface Importing {
  readonly source: Literal | null;
}

interface Context {
  readonly cwd: string;
  readonly filename: string;
  readonly report: (finding: { readonly node: Literal; readonly message: string }) => void;
}

/** Rule `counterbell/charters`: enforces the import rules of docs/architecture.md. */
const charters = {
  create(context: Context) {
    const rules = theCharters();
    const file = path.relative(context.cwd, context.filename).replaceAll(path.sep, '/');
    const check = ({ source }: Importing) => {
      if (source === null || typeof source.value !== 'string') return;
      const message = violation(rules, file, source.value);
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

function theCharters(): Charters {
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>;
  };
  return readCharters(readFileSync(path.join(root, 'docs/architecture.md'), 'utf8'), imports);
}

export default { meta: { name: 'counterbell' }, rules: { charters } };
