import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ConnectionView } from '#shared/contract/connection.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { useSetup } from '#renderer/rpc/use-setup.ts';
import { FieldsSkeleton, NotLoaded } from './query-states.tsx';
import { Section } from './section.tsx';
import { aboutWords } from './about-words.ts';
import { words } from './words.ts';

/** Which Counterbell this is, and where it can be reached. */
export function AboutSection() {
  const setup = useSetup();
  const wayIn = useWayIn();
  return (
    <Section title={words.sections.about} lead={aboutWords.lead}>
      {setup.data === undefined ? (
        setup.isError ? (
          <NotLoaded onRetry={() => void setup.refetch()} />
        ) : (
          <FieldsSkeleton />
        )
      ) : (
        <dl className="flex flex-col gap-5">
          <Fact term={aboutWords.version}>
            <span className="tabular">Counterbell {setup.data.version}</span>
          </Fact>
          <Fact term={aboutWords.listener} hint={aboutWords.listenerHint}>
            <Address text={setup.data.listenerUrl} copyLabel={aboutWords.copyListener} />
          </Fact>
          {wayIn.data !== undefined && <PublicAddress view={wayIn.data} />}
        </dl>
      )}
    </Section>
  );
}

function PublicAddress({ view: { settings, reach } }: { readonly view: ConnectionView }) {
  if (settings.way === 'local')
    return (
      <Fact term={aboutWords.publicUrl}>
        <span className="text-ink-quiet">{aboutWords.noPublicUrl}</span>{' '}
        <Link href="/settings/connection">{aboutWords.openConnection}</Link>
      </Fact>
    );
  return (
    <Fact term={aboutWords.publicUrl} hint={aboutWords.publicUrlHint}>
      <Address text={reach.url} copyLabel={aboutWords.copyPublicUrl} />
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

function Address({ text, copyLabel }: { readonly text: string; readonly copyLabel: string }) {
  return (
    <span className="flex items-center gap-2">
      <code className="min-w-0 flex-1 rounded-control border bg-sunken px-2.5 py-1.5 font-mono text-meta break-all">
        {text}
      </code>
      <CopyButton text={text} label={copyLabel} />
    </span>
  );
}
