import { useTranslation } from 'react-i18next';
import { ExternalLink } from 'lucide-react';
import { Step } from './step.tsx';

interface TestStepProps {
  /** undefined where there is no channel yet */
  readonly channelId: string | undefined;
  readonly finishing: boolean;
  readonly onBack: () => void;
  readonly onOpen: (channelId: string) => void;
  readonly onFinish: () => void;
}

/** Step 4: what the test customer is for, and the way into the inbox. */
export function TestStep({ channelId, finishing, onBack, onOpen, onFinish }: TestStepProps) {
  const { t } = useTranslation('app');
  if (channelId === undefined)
    return (
      <Step
        title={t('firstRun.test.title')}
        lead={t('firstRun.test.lead')}
        submitLabel={t('firstRun.test.toInbox')}
        pending={finishing}
        onSubmit={onFinish}
        onBack={onBack}
      >
        <p className="text-ui text-ink-quiet">{t('firstRun.test.noChannel')}</p>
      </Step>
    );
  return (
    <Step
      title={t('firstRun.test.title')}
      lead={t('firstRun.test.lead')}
      pending={finishing}
      onBack={onBack}
      onSkip={onFinish}
      onSubmit={() => onOpen(channelId)}
      submitLabel={
        <>
          {t('firstRun.test.open')}
          <ExternalLink aria-hidden className="size-4" />
        </>
      }
    >
      <ol className="flex flex-col gap-2.5">
        {([1, 2, 3] as const).map((step) => (
          <li key={step} className="flex items-center gap-3 text-message">
            <span
              aria-hidden
              className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-accent-tint text-meta font-semibold text-accent"
            >
              {step}
            </span>
            {t(`firstRun.test.steps.${step}`)}
          </li>
        ))}
      </ol>
      <p className="text-ui text-ink-quiet">{t('firstRun.test.online')}</p>
    </Step>
  );
}
