import { useTranslation } from 'react-i18next';
import { startOfDay } from 'date-fns/startOfDay';
import { Download, History } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { formatDay, formatFull, Clock, useNow } from '#renderer/components/dates.tsx';
import { EmptyState, MoreButton } from '#renderer/components/lists.tsx';
import { dated, saveTable } from '#renderer/components/files.tsx';
import { Select } from '#renderer/components/select.tsx';
import { useRoutePages, useRouteQueryFor, metaFor } from '#renderer/rpc/ask.ts';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { Loaded, Section } from '../parts/section.tsx';
import { i18n } from '#renderer/language/i18n.ts';

const PAGE = 50;
/** No operator has this id. */
const ALL = 'all';

/** Lists sign-ins and changes by day, newest first. */
export function ChangesSection() {
  const { t } = useTranslation('team');
  const [operatorId, setOperatorId] = useState(ALL);
  const people = useRouteQueryFor('owner', 'audit.people', {}).data?.people ?? [];
  const list = useRoutePages(
    'audit.list',
    { limit: PAGE, ...(operatorId !== ALL && { operatorId }) },
    { meta: metaFor('owner'), select: ({ pages }) => pages.flatMap((page) => page.entries) },
  );
  const entries = list.data ?? [];
  const save = (): void => saveTable(document, dated(t('audit.title')), auditRows(entries));
  return (
    <Section title={t('audit.title')} lead={t('audit.lead')}>
      <search className="flex flex-wrap items-center gap-2">
        <Select
          label={t('audit.columns.who')}
          value={operatorId}
          onValueChange={setOperatorId}
          choices={[
            { value: ALL, label: t('audit.everyone') },
            ...people.map(({ id, name, removedAt }) => ({
              value: id,
              label: removedAt === undefined ? name : t('audit.removedPerson', { name }),
            })),
          ]}
          className="max-w-full basis-44"
        />
        {entries.length > 0 && (
          <Button variant="quiet" onClick={save} className="ms-auto">
            <Download aria-hidden className="-ms-1 size-4" />
            {t('audit.save')}
          </Button>
        )}
      </search>
      <Loaded of={list}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<History />} title={t('audit.empty')} className="my-6" />
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
  const { action, kind, about, count } = entry;
  const known = [whoText(entry), fromText(entry)].filter((text) => text !== '');
  return (
    <li className="flex items-baseline gap-3 px-4 py-2.5 text-ui">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">
          {t(`audit.actions.${action}`)}
          {kind !== undefined && `: ${t(`audit.kinds.${kind}`)} `}
          {about !== undefined && <bdi>{about}</bdi>}
        </p>
        <p className="text-ink-quiet">
          <bdi>{known[0]}</bdi>
          {known[1] !== undefined && (
            <>
              {' · '}
              <bdi>{known[1]}</bdi>
            </>
          )}
          {count > 1 && ` · ${t('audit.times', { count })}`}
        </p>
      </div>
      <Clock at={entry.at} className="tabular shrink-0 text-ink-quiet" />
    </li>
  );
}

/** Empty after a wrong key: it could be anybody's. */
function whoText({ action, operatorId, operatorName }: AuditEntry): string {
  if (operatorId !== undefined) return operatorName ?? operatorId;
  return action === 'signInFailed' ? '' : i18n.t('team:audit.provisionFile');
}

/** Empty: the provision file is from nowhere. */
function fromText({ action, operatorId, from }: AuditEntry): string {
  if (operatorId === undefined && action !== 'signInFailed') return '';
  if (from === '') return i18n.t('team:audit.manyAddresses');
  return from ?? i18n.t('team:audit.here');
}

function auditRows(entries: readonly AuditEntry[]): readonly (readonly (string | number)[])[] {
  return [
    (['at', 'who', 'from', 'what', 'about', 'count'] as const).map((column) => i18n.t(`team:audit.columns.${column}`)),
    ...entries.map((entry) => [
      formatFull(entry.at),
      whoText(entry),
      fromText(entry),
      i18n.t(`team:audit.actions.${entry.action}`),
      [entry.kind === undefined ? '' : i18n.t(`team:audit.kinds.${entry.kind}`), entry.about ?? ''].join(' ').trim(),
      entry.count,
    ]),
  ];
}
