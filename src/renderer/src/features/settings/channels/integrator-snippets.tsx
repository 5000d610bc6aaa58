import { useTranslation } from 'react-i18next';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { Group } from '../parts/section.tsx';
import { curlSnippets, javascriptSnippets, type SnippetAddresses, type Snippets } from './snippets.ts';
import type { ChannelAddressesState } from './use-channel-addresses.ts';

const steps = ['status', 'send', 'replies'] as const;

interface IntegratorSnippetsProps {
  readonly publicId: string;
  readonly addresses: ChannelAddressesState;
}

/** Code to paste for whoever connects this channel. On screen the secret is masked as above; copies have it. */
export function IntegratorSnippets({ publicId, addresses }: IntegratorSnippetsProps) {
  const { t } = useTranslation('channels');
  const languages = [
    {
      value: 'curl',
      label: 'curl',
      of: (given: SnippetAddresses) => curlSnippets(given, publicId),
      repliesHint: t('snippetRepliesCurlHint'),
    },
    { value: 'javascript', label: 'JavaScript', of: javascriptSnippets, repliesHint: t('snippetRepliesHint') },
  ] as const;
  return (
    <Group title={t('integrator')} lead={t('integratorLead')}>
      <Tabs
        label={t('snippetTabs')}
        tabs={languages.map(({ value, label, of, repliesHint }) => ({
          value,
          label,
          panel: (
            <SnippetList
              shown={of(addresses.shown)}
              repliesHint={repliesHint}
              onCopy={async (step) => of(await addresses.fetch())[step]}
            />
          ),
        }))}
      />
    </Group>
  );
}

interface SnippetListProps {
  readonly shown: Snippets;
  readonly repliesHint: string;
  readonly onCopy: (step: keyof Snippets) => Promise<string>;
}

function SnippetList({ shown, repliesHint, onCopy }: SnippetListProps) {
  const { t } = useTranslation('channels');
  return (
    <ol className="flex flex-col gap-4 pt-1">
      {steps.map((step) => (
        <li key={step} className="flex flex-col gap-1.5">
          <div className="flex items-end justify-between gap-4">
            <p className="text-ui font-medium">{t(`snippetSteps.${step}`)}</p>
            <CopyButton
              size="sm"
              text={() => onCopy(step)}
              label={t('copySnippet', { step: t(`snippetSteps.${step}`) })}
            />
          </div>
          {step === 'replies' && <p className="text-ui text-ink-quiet">{repliesHint}</p>}
          <pre
            tabIndex={0}
            aria-label={t(`snippetSteps.${step}`)}
            className="overflow-x-auto rounded-control border bg-sunken px-3 py-2.5 font-mono text-meta leading-[18px]"
          >
            <code>{shown[step]}</code>
          </pre>
        </li>
      ))}
    </ol>
  );
}
