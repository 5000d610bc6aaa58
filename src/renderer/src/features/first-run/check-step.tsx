import { useTranslation } from 'react-i18next';
import { type ReactNode, Suspense } from 'react';
import { Step } from './step.tsx';

interface CheckStepProps {
  readonly onBack: () => void;
  readonly onDone: () => void;
  /** the lines of the check */
  readonly children: ReactNode;
}

/** Step 3: what the check finds; nobody has to wait for it. */
export function CheckStep({ onBack, onDone, children }: CheckStepProps) {
  const { t } = useTranslation('app');
  return (
    <Step title={t('firstRun.check.title')} lead={t('firstRun.check.lead')} onSubmit={onDone} onBack={onBack}>
      <Suspense>{children}</Suspense>
    </Step>
  );
}
