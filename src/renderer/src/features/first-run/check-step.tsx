import { type ReactNode, Suspense } from 'react';
import { Step } from './step.tsx';
import { firstRunWords } from './words.ts';

interface CheckStepProps {
  readonly onBack: () => void;
  readonly onDone: () => void;
  /** the lines of the check */
  readonly children: ReactNode;
}

/** Step 3: what the check finds; nobody has to wait for it. */
export function CheckStep({ onBack, onDone, children }: CheckStepProps) {
  return (
    <Step title={firstRunWords.check.title} lead={firstRunWords.check.lead} onSubmit={onDone} onBack={onBack}>
      <Suspense>{children}</Suspense>
    </Step>
  );
}
