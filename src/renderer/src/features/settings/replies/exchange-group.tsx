import { useTranslation } from 'react-i18next';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { saveFile, FileButton } from '#renderer/components/files.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { routes, type RouteOutput } from '#shared/contract/routes.ts';
import type { SavedReply } from '#shared/contract/replies.ts';
import { ActionRow, Group } from '../parts/section.tsx';
import { useAction } from '#renderer/components/actions.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { z } from 'zod';
import { fromCsv, toCsv } from '#shared/domain/csv.ts';
import { ruleText } from '#renderer/language/rules.ts';
import { fieldRule } from '#shared/domain/phrase.ts';

const MAX_NAMED = 5;

export function ExchangeGroup({ replies }: { readonly replies: readonly SavedReply[] }) {
  const { t } = useTranslation('settings');
  return (
    <Group title={t('replies.exchange')} lead={t('replies.exchangeLead')}>
      <Import />
      {replies.length > 0 && (
        <ActionRow
          title={t('replies.exportTitle')}
          hint={t('replies.exportHint', { count: replies.length })}
          said={null}
        >
          {FILE_FORMS.map((form) => (
            <Button key={form} onClick={() => saveFile(document, repliesFile(replies, form))}>
              <Download aria-hidden className="size-4" />
              {t(`replies.exports.${form}`)}
            </Button>
          ))}
        </ActionRow>
      )}
    </Group>
  );
}

type Outcome = { readonly did: RouteOutput<'savedReplies.import'> } | { readonly problem: FileProblem };

function Import() {
  const { t } = useTranslation('settings');
  const importAll = useRouteMutation('savedReplies.import');
  const [outcome, setOutcome] = useState<Outcome>();
  const { pending, run } = useAction(t('replies.notImported'));
  const importFile = async (file: File): Promise<void> => {
    setOutcome(undefined);
    const read = readReplies(new Uint8Array(await file.arrayBuffer()));
    setOutcome('problem' in read ? read : { did: await importAll.mutateAsync({ replies: [...read.replies] }) });
  };
  return (
    <ActionRow
      title={t('replies.importTitle')}
      hint={t('replies.importHint')}
      said={outcome !== undefined && <OutcomeText outcome={outcome} />}
    >
      <FileButton
        accept=".csv,.json,text/csv,application/json"
        label={t('replies.importIt')}
        pending={pending}
        onFile={(file) => void run(() => importFile(file))}
      >
        <Upload aria-hidden className="size-4" />
        {t('replies.importIt')}
      </FileButton>
    </ActionRow>
  );
}

function OutcomeText({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation('settings');
  if ('did' in outcome) return <p>{importedText(outcome.did)}</p>;
  return (
    <>
      <p className="font-medium text-urgent">{t('replies.notImported')}</p>
      <ul className="break-words">
        {problemLines(outcome.problem).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

function importedText({ added, changed }: RouteOutput<'savedReplies.import'>): string {
  if (added === 0 && changed === 0) return i18n.t('settings:replies.imported.nothingNew');
  return i18n.t('settings:replies.imported.text', { added, changed });
}

/** Why nothing was imported, and what to do about it, line by line. */
function problemLines(problem: FileProblem): readonly string[] {
  if (problem.kind !== 'wrongRows') return [i18n.t(`settings:replies.problem.${problem.kind}`)];
  const more = problem.rows.length - MAX_NAMED;
  return [
    ...problem.rows
      .slice(0, MAX_NAMED)
      .map(({ row, problem: what }) => i18n.t('settings:replies.problem.row', { row, problem: what })),
    ...(more > 0 ? [i18n.t('settings:replies.problem.more', { count: more })] : []),
  ];
}

export type ReplyInput = Pick<SavedReply, 'shortcut' | 'text'>;

export const FILE_FORMS = ['json', 'csv'] as const;
type FileForm = (typeof FILE_FORMS)[number];

/** Why a file cannot be imported; rows are counted from 1, as in spreadsheets. */
type FileProblem =
  | { readonly kind: 'notText' | 'notJson' | 'openQuote' | 'nothingInside' | 'tooMany' }
  | { readonly kind: 'wrongRows'; readonly rows: readonly { readonly row: number; readonly problem: string }[] };

type ReadReplies = { readonly replies: readonly ReplyInput[] } | { readonly problem: FileProblem };

const words = routes['savedReplies.create'].input;
const MAX_REPLIES = 1000;

export function repliesFile(
  replies: readonly SavedReply[],
  form: FileForm,
): { readonly name: string; readonly type: string; readonly text: string } {
  const plain = replies.map(({ shortcut, text }) => ({ shortcut, text }));
  if (form === 'json')
    return { name: 'saved-replies.json', type: 'application/json', text: `${JSON.stringify(plain, undefined, 2)}\n` };
  return {
    name: 'saved-replies.csv',
    type: 'text/csv',
    text: toCsv([['shortcut', 'text'], ...plain.map(({ shortcut, text }) => [shortcut, text])]),
  };
}

/** Reads a file of saved replies, JSON or CSV: all of them, or why none. */
export function readReplies(bytes: Uint8Array): ReadReplies {
  const text = tryDecode(bytes);
  if (text === undefined) return { problem: { kind: 'notText' } };
  const isJson = /^\s*[[{]/u.test(text);
  const rows = isJson ? fromJson(text) : fromTable(text);
  if (rows === undefined) return { problem: { kind: isJson ? 'notJson' : 'openQuote' } };
  if (rows.length === 0) return { problem: { kind: 'nothingInside' } };
  if (rows.length > MAX_REPLIES) return { problem: { kind: 'tooMany' } };
  const parsed = rows.map(({ row, shortcut, text: said }) => ({
    row,
    ...words.safeParse({ shortcut: withoutSlash(shortcut), text: withLines(said) }, { error: fieldRule }),
  }));
  const wrong = parsed.flatMap(({ row, error }) =>
    error === undefined ? [] : [{ row, problem: ruleText(error.issues[0]) ?? '' }],
  );
  if (wrong.length > 0) return { problem: { kind: 'wrongRows', rows: wrong } };
  return { replies: parsed.flatMap(({ data }) => data ?? []) };
}

interface Row {
  readonly row: number;
  readonly shortcut: unknown;
  readonly text: unknown;
}

const entry = z.object({ shortcut: z.unknown(), text: z.unknown() }).catch({ shortcut: undefined, text: undefined });
const list = z.array(entry);
const content = z.union([list, z.object({ replies: list }).transform(({ replies }) => replies)]).catch([]);

/** Undefined: it isn't JSON. */
function fromJson(text: string): readonly Row[] | undefined {
  try {
    return content.parse(JSON.parse(text)).map((each, index) => ({ ...each, row: index + 1 }));
  } catch {
    return undefined;
  }
}

/** The columns by their headings, or else the first two; undefined: a quote is open at the end. */
function fromTable(text: string): readonly Row[] | undefined {
  const table = fromCsv(text);
  const headings = (table?.[0] ?? []).map((heading) => heading.trim().toLowerCase());
  const hasHeadings = headings.includes('shortcut') && headings.includes('text');
  const [shortcutAt, textAt] = hasHeadings ? [headings.indexOf('shortcut'), headings.indexOf('text')] : [0, 1];
  return table
    ?.map((fields, index) => ({ row: index + 1, fields }))
    .slice(hasHeadings ? 1 : 0)
    .filter(({ fields }) => fields.some((field) => field.trim() !== ''))
    .map(({ row, fields }) => ({ row, shortcut: fields[shortcutAt] ?? '', text: fields[textAt] ?? '' }));
}

/** Some include the slash that they type. */
function withoutSlash(shortcut: unknown): unknown {
  return typeof shortcut === 'string' ? shortcut.trim().replace(/^\//u, '') : shortcut;
}

function withLines(text: unknown): unknown {
  return typeof text === 'string' ? text.replaceAll(/\r\n?/gu, '\n') : text;
}

function tryDecode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
