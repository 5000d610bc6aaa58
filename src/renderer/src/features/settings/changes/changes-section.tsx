import { useTranslation } from 'react-i18next';
import { startOfDay } from 'date-fns/startOfDay';
import { Download, History } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { formatDay, formatFull, Clock, useNow } from '#renderer/components/dates.tsx';
import { EmptyState, MoreButton } from '#renderer/components/lists.tsx';
import { datedName, saveFile } from '#renderer/components/files.tsx';
import { Select } from '#renderer/components/select.tsx';
import { useRoutePages, useRouteQueryFor, metaFor } from '#renderer/rpc/ask.ts';
import { AUDIT_KINDS, type AuditEntry, type OtherAction } from '#shared/contract/audit.ts';
import type { RouteOutput, AuditedRoute } from '#shared/contract/routes.ts';
import { toCsv } from '#shared/domain/csv.ts';
import { Loaded, Notice, Section } from '../parts/section.tsx';
import { SeenDialog } from './seen-dialog.tsx';
import { formatList } from '#renderer/components/amounts.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type english from '#shared/locales/en/team.json';

const PAGE = 50;
/** No operator and no kind has this name. */
const ALL = 'all';
const KINDS = [ALL, ...AUDIT_KINDS] as const;

type Person = RouteOutput<'audit.people'>['people'][number];

/** Who signed in and who changed what, by day, newest first; and what removed colleagues had seen. */
export function ChangesSection() {
  const { t } = useTranslation('team');
  const [operatorId, setOperatorId] = useState(ALL);
  const [kind, setKind] = useState<(typeof KINDS)[number]>(ALL);
  const people = useRouteQueryFor('owner', 'audit.people', {}).data?.people ?? [];
  const list = useRoutePages(
    'audit.list',
    { limit: PAGE, ...(operatorId !== ALL && { operatorId }), ...(kind !== ALL && { kind }) },
    { meta: metaFor('owner'), select: ({ pages }) => pages.flatMap((page) => page.entries) },
  );
  const entries = list.data ?? [];
  // Outlives its notice: what was renewed is shown this once.
  const [reviewed, setReviewed] = useState<Person>();
  const filters = useRef<HTMLElement>(null);
  const [ended, setEnded] = useState<string>();
  const hasNotice = (personId: string | undefined): boolean =>
    people.find(({ id }) => id === personId)?.seen.length !== 0;
  const endReview = (): void => {
    setReviewed(undefined);
    setEnded(reviewed?.id);
    // The notice that opened it is gone, with its focus.
    if (!hasNotice(reviewed?.id)) filters.current?.focus();
  };
  // If the notice goes only afterwards, its focus goes with it.
  const isEndedGone = !hasNotice(ended);
  useEffect(() => {
    if (isEndedGone && document.activeElement === document.body) filters.current?.focus();
  }, [isEndedGone]);
  const isFiltered = operatorId !== ALL || kind !== ALL;
  const save = (): void =>
    saveFile(document, {
      name: datedName(t('audit.title'), 'csv'),
      type: 'text/csv;charset=utf-8',
      text: toCsv(auditRows(entries)),
    });
  return (
    <Section title={t('audit.title')} lead={t('audit.lead')}>
      {people
        .filter(({ seen }) => seen.length > 0)
        .map((person) => (
          <Notice key={person.id} tone="attention" title={t('audit.seen.notice', { name: person.name })}>
            <Button
              size="sm"
              className="self-start"
              aria-label={t('audit.seen.reviewOf', { name: person.name })}
              onClick={() => setReviewed(person)}
            >
              {t('audit.seen.review')}
            </Button>
          </Notice>
        ))}
      {reviewed !== undefined && <SeenDialog person={reviewed} onClose={endReview} />}
      <search ref={filters} tabIndex={-1} className="flex flex-wrap items-center gap-2 rounded-control">
        <Select
          label={t('audit.person')}
          value={operatorId}
          onValueChange={setOperatorId}
          choices={[
            { value: ALL, label: t('audit.everyone') },
            ...people.map(({ id, name, removedAt }) => ({
              value: id,
              label: removedAt === undefined ? name : t('audit.removedPerson', { name }),
            })),
          ]}
          className="max-w-full grow basis-36 sm:max-w-44"
        />
        <Select
          label={t('audit.kind')}
          value={kind}
          onValueChange={setKind}
          choices={KINDS.map((value) => ({ value, label: t(`audit.kinds.${value}`) }))}
          className="max-w-full grow basis-36 sm:max-w-44"
        />
        {entries.length > 0 && (
          <Button variant="quiet" onClick={save} title={t('audit.saveHint')} className="ms-auto">
            <Download aria-hidden className="-ms-1 size-4" />
            {t('audit.save')}
          </Button>
        )}
      </search>
      <Loaded of={list}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<History />} title={t('audit.emptyTitle')} className="my-6">
              {isFiltered ? t('audit.emptyFiltered') : t('audit.empty')}
            </EmptyState>
          ) : (
            [...Map.groupBy(rows, ({ at }) => startOfDay(at).getTime())].map(([day, ofDay]) => (
              <Day key={day} day={day} entries={ofDay} />
            ))
          )
        }
      </Loaded>
      <MoreButton query={list} className="self-start">
        {t('audit.more')}
      </MoreButton>
    </Section>
  );
}

/** One of the reader's own days. */
function Day({ day, entries }: { readonly day: number; readonly entries: readonly AuditEntry[] }) {
  const id = useId();
  const title = useNow((now) => formatDay(day, now));
  return (
    <section className="flex flex-col gap-2">
      <h3 id={id} className="text-message font-semibold">
        {title}
      </h3>
      <ul aria-labelledby={id} className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('team');
  const about = aboutText(entry);
  const fields = fieldsText(entry);
  const from = fromText(entry);
  return (
    <li className="flex items-baseline gap-3 px-4 py-2.5 text-ui">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">
          {actionText(entry.action)}
          {about !== undefined && (
            <>
              {': '}
              <bdi>{about}</bdi>
            </>
          )}
        </p>
        {fields !== undefined && <p>{fields}</p>}
        <p className="text-ink-quiet">
          <bdi>{whoText(entry)}</bdi>
          {from !== undefined && (
            <>
              {' · '}
              <bdi>{from}</bdi>
            </>
          )}
          {entry.count > 1 && ` · ${t('audit.times', { count: entry.count })}`}
        </p>
      </div>
      <Clock at={entry.at} className="tabular shrink-0 text-ink-quiet" />
    </li>
  );
}

type FieldName = keyof typeof english.audit.fields;

const isKnown = (key: string): boolean => i18n.exists(key);

/** What was done: "Channel changed". An entry of another version may have an unknown action. */
function actionText(action: string): string {
  if (!isKnown(`team:audit.actions.${action}`)) return i18n.t('team:audit.unknown');
  return i18n.t(`team:audit.actions.${action as AuditedRoute | OtherAction}`);
}

/** Of what; undefined: of nothing in particular. */
function aboutText({ action, aboutId, about }: AuditEntry): string | undefined {
  if (about !== undefined) return about;
  const isCustomer = action.startsWith('privacy.') || action === 'exports.download';
  return isCustomer && aboutId !== undefined ? i18n.t('team:audit.customer') : undefined;
}

/** The changed fields; undefined: none are named. */
function fieldsText({ fields = [] }: AuditEntry): string | undefined {
  if (fields.length === 0) return undefined;
  return formatList(
    fields.map((field) =>
      isKnown(`team:audit.fields.${field}`) ? i18n.t(`team:audit.fields.${field as FieldName}`) : field,
    ),
  );
}

function whoText({ action, operatorId, operatorName }: AuditEntry): string {
  if (operatorId !== undefined) return operatorName ?? operatorId;
  return action === 'provision.applied' ? i18n.t('team:audit.provisionFile') : i18n.t('team:audit.nobody');
}

/** From where; undefined: the provision file is from nowhere. */
function fromText({ action, from }: AuditEntry): string | undefined {
  if (action === 'provision.applied') return undefined;
  if (from === '') return i18n.t('team:audit.manyAddresses');
  return from ?? i18n.t('team:audit.here');
}

function auditRows(entries: readonly AuditEntry[]): readonly (readonly (string | number)[])[] {
  return [
    (['at', 'who', 'from', 'what', 'about', 'fields', 'count'] as const).map((column) =>
      i18n.t(`team:audit.columns.${column}`),
    ),
    ...entries.map((entry) => [
      formatFull(entry.at),
      whoText(entry),
      fromText(entry) ?? '',
      actionText(entry.action),
      aboutText(entry) ?? '',
      fieldsText(entry) ?? '',
      entry.count,
    ]),
  ];
}
