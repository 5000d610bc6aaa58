import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ConnectionView } from '#shared/contract/connection.ts';
import { useRouteQuery, useMay } from '#renderer/rpc/ask.ts';
import { useConnectionView } from '#renderer/rpc/use-directory.ts';
import { CopiedLine } from './parts/snippet.tsx';
import { Loaded, Section } from './parts/section.tsx';

/** This installation's version, and for owners its addresses. */
export function AboutSection() {
  const { t } = useTranslation('settings');
  const connection = useConnectionView();
  // For others, this is not the computer.
  const isOwner = useMay('owner') === true;
  return (
    <Section title={t('sections.about')} lead={isOwner ? t('about.lead') : undefined}>
      <Loaded of={useRouteQuery('setup.get', {})}>
        {({ version, listenerUrl }) => (
          <dl className="flex flex-col gap-5">
            <Fact term={t('about.version')}>
              <span className="tabular">Counterbell {version}</span>
            </Fact>
            {listenerUrl !== '' && (
              <Fact term={t('about.listener')} hint={t('about.listenerHint')}>
                <CopiedLine text={listenerUrl} copyLabel={t('about.copyListener')} />
              </Fact>
            )}
            {connection.data !== undefined && <PublicAddress view={connection.data} />}
          </dl>
        )}
      </Loaded>
    </Section>
  );
}

function PublicAddress({ view: { settings, reach } }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('settings');
  if (settings.way === 'local')
    return (
      <Fact term={t('about.publicUrl')}>
        <span className="text-ink-quiet">{t('about.noPublicUrl')}</span>{' '}
        <Link href="/settings/connection">{t('about.openConnection')}</Link>
      </Fact>
    );
  return (
    <Fact term={t('about.publicUrl')} hint={t('about.publicUrlHint')}>
      <CopiedLine text={reach.url} copyLabel={t('about.copyPublicUrl')} />
    </Fact>
  );
}

function Fact({
  term,
  hint,
  children,
}: {
  readonly term: string;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <dt className="text-ui font-medium">{term}</dt>
      <dd className="text-ui">{children}</dd>
      {hint !== undefined && <dd className="text-ui text-ink-quiet">{hint}</dd>}
    </div>
  );
}
