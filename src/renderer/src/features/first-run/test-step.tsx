import { ExternalLink } from 'lucide-react';
import { Step } from './step.tsx';
import { firstRunWords } from './words.ts';

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
  const { test } = firstRunWords;
  if (channelId === undefined)
    return (
      <Step
        title={test.title}
        lead={test.lead}
        submitLabel={test.toInbox}
        pending={finishing}
        onSubmit={onFinish}
        onBack={onBack}
      >
        <p className="text-ui text-ink-quiet">{test.noChannel}</p>
      </Step>
    );
  return (
    <Step
      title={test.title}
      lead={test.lead}
      pending={finishing}
      onBack={onBack}
      onSkip={onFinish}
      onSubmit={() => onOpen(channelId)}
      submitLabel={
        <>
          {test.open}
          <ExternalLink aria-hidden className="size-4" />
        </>
      }
    >
      <ol className="flex flex-col gap-2.5">
        {test.steps.map((step, index) => (
          <li key={step} className="flex items-center gap-3 text-message">
            <span
              aria-hidden
              className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-accent-tint text-meta font-semibold text-accent"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <p className="text-ui text-ink-quiet">{test.online}</p>
    </Step>
  );
}
