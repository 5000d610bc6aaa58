import { useTranslation } from 'react-i18next';
import { CircleAlert, CircleCheck, Server } from 'lucide-react';
import { Chip } from '#renderer/components/chip.tsx';
import { formatClockWithSeconds, formatSince, useNow } from '#renderer/components/dates.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { EmptyState } from '#renderer/components/lists.tsx';
import { useRouteQueryFor } from '#renderer/rpc/ask.ts';
import type { NodeView } from '#shared/contract/nodes.ts';
import { Loaded, Notice, Section } from '../parts/section.tsx';

/** Milliseconds between two looks, and between two reports of a server. */
const LOOKS = 2_000;

/** Transactions that may come between two reports, and which a server takes over at once. */
const USUAL = 200;

/** The hosts over one database: which are running, which leads, and what is wrong with one. */
export function ServersSection() {
  const { t } = useTranslation('settings');
  const servers = useRouteQueryFor('owner', 'nodes.list', {}, { refetchInterval: LOOKS, staleTime: 0 });
  return (
    <Section title={t('sections.servers')} lead={t('servers.lead')}>
      <Loaded of={servers}>
        {({ nodes }) => (
          <>
            {servers.isError && (
              <Notice tone="urgent" title={t('servers.stale.title')}>
                {t('servers.stale.text', { time: formatClockWithSeconds(servers.dataUpdatedAt) })}
              </Notice>
            )}
            <Notices nodes={nodes} />
            {nodes.length === 0 ? (
              <EmptyState icon={<Server />} title={t('servers.none.title')} className="my-6">
                {t('servers.none.text')}
              </EmptyState>
            ) : (
              <Rows label={t('servers.list')} rows={nodes} keyOf={({ name }) => name}>
                {(node) => <ServerRow {...node} />}
              </Rows>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Notices({ nodes }: { readonly nodes: readonly NodeView[] }) {
  const { t } = useTranslation('settings');
  const unheard = nodes.filter(({ listens }) => !listens).map(({ name }) => name);
  return (
    <>
      {nodes.length === 1 && (
        <Notice tone="attention" title={t('servers.only.title')}>
          {t('servers.only.text')}
        </Notice>
      )}
      {new Set(nodes.map(({ version }) => version)).size > 1 && (
        <Notice tone="neutral" title={t('servers.versions.title')}>
          {t('servers.versions.text')}
        </Notice>
      )}
      {unheard.length > 0 && (
        <Notice tone="attention" title={t('servers.unheard.title')}>
          {t('servers.unheard.text', { servers: unheard.join(', ') })}
        </Notice>
      )}
    </>
  );
}

function ServerRow({ name, version, startedAt, leads, behind, windows }: NodeView) {
  const { t } = useTranslation('settings');
  const since = useNow((now) => formatSince(startedAt, now));
  const isBehind = behind > USUAL;
  const Icon = isBehind ? CircleAlert : CircleCheck;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3 text-ui">
      <div className="tabular min-w-0 flex-1 basis-64 wrap-anywhere">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        {leads && <p>{t('servers.leads')}</p>}
        <p className="text-ink-quiet">{t('servers.running', { version, since })}</p>
        <p className="text-ink-quiet">{t('servers.windows', { count: windows })}</p>
        {isBehind && <p className="text-attention">{t('servers.behindText')}</p>}
      </div>
      <Chip tone={isBehind ? 'attention' : 'good'} icon={<Icon aria-hidden />}>
        {isBehind ? t('servers.behind', { count: behind }) : t('servers.inSync')}
      </Chip>
    </div>
  );
}
