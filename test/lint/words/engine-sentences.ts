import { parseSync } from 'vite';
import type { Source } from './physical-classes.ts';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Begins like a sentence, a host, a field of an interface or a tunnel, and goes on after a space; no SQL. */
const SENTENCE =
  /^(?!.*\b(?:SELECT|UPDATE|INSERT|DELETE|PRAGMA|BEGIN|FROM|WHERE|ORDER|ALTER|DROP|CREATE|WITH|JOIN|ATTACH|DETACH)\b)["“]?(?:\p{Lu}|7|cloudflared |ngrok |\w+(?:\.\w+)?: |message\.).* .*\p{Ll}/su;

/** What a file of the engine writes that may be for people, with `7` for what it is told: not what is for its log, and for faults that nobody expects. */
export function engineTexts({ file, text }: Source): string[] {
  const { program } = parseSync(file, text, { lang: 'ts' });
  return found(program as unknown as Node);
}

/** Those of them that are sentences. */
export function engineSentences(source: Source): string[] {
  return engineTexts(source).filter((words) => SENTENCE.test(words));
}

function found(node: Node): string[] {
  if (isForMakers(node)) return [];
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  const within = Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)
    .flatMap(found);
  if (node.type !== 'TemplateLiteral') return within;
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return [quasis.map(({ value }) => value.cooked).join('7'), ...within];
}

function isForMakers(node: Node): boolean {
  if (node.type === 'TSLiteralType' || node.type === 'ImportDeclaration') return true;
  if (node.type === 'NewExpression') return nameOf(node['callee']) === 'Error';
  if (node.type !== 'CallExpression') return false;
  const callee = node['callee'] as Node;
  return callee.type === 'MemberExpression' && nameOf(callee['object']) === 'log';
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
