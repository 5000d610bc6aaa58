import { parseSync } from 'vite';
import type { Source } from './physical-classes.ts';

/** Attributes of an element that people read or hear. */
const READ = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'caption',
  'confirmLabel',
  'cancelLabel',
  'hint',
  'label',
  'lead',
  'placeholder',
  'shortcutLabel',
  'text',
  'title',
  'warning',
]);

/** Two letters in a row; a single one may be a symbol. */
const WORD = /\p{L}{2}/u;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Text in a file's JSX that belongs in a catalogue. */
export function wordsInScreen({ file, text }: Source): string[] {
  const { program } = parseSync(file, text, { lang: 'tsx' });
  return found(program as unknown as Node)
    .map((words) => words.trim().replaceAll(/\s+/g, ' '))
    .filter((words) => WORD.test(words));
}

function found(node: Node): string[] {
  const here = wordsOfNode(node);
  return [...here, ...childrenOf(node).flatMap(found)];
}

function wordsOfNode(node: Node): string[] {
  if (node.type === 'JSXText') return [String(node['value'])];
  if (node.type === 'JSXAttribute') {
    const { name, value } = node as unknown as {
      readonly name: { readonly name: string };
      readonly value: Node | null;
    };
    return READ.has(name.name) && value !== null
      ? literals(value.type === 'JSXExpressionContainer' ? (value['expression'] as Node) : value)
      : [];
  }
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const children = (node['children'] as readonly Node[]).filter(({ type }) => type === 'JSXExpressionContainer');
    return children.flatMap(({ expression }) => literals(expression as Node));
  }
  return [];
}

/** Text in an expression: literals, including those in its branches. */
function literals(node: Node): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'TemplateLiteral':
      return (node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]).map(
        ({ value }) => value.cooked,
      );
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']].flatMap((branch) => literals(branch as Node));
    case 'LogicalExpression':
      return literals(node['right'] as Node);
    default:
      return [];
  }
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}
