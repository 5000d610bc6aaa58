import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { Sentences } from './danger-row.tsx';
import { tellTrouble } from './trouble.ts';

interface AskFirstProps {
  /** what the button says */
  readonly label: string;
  /** a question: "Remove Shop app?" */
  readonly title: string;
  /** what will happen, a paragraph each */
  readonly will: readonly string[];
  /** the verb; left out: what the button says */
  readonly confirmLabel?: string;
  /** it takes something away for good, and its button says so */
  readonly urgent?: boolean;
  readonly danger?: boolean;
  /** does it, and says what came of it */
  readonly act: () => Promise<unknown>;
  /** what is said where it did not work */
  readonly failed: string;
  readonly className?: string;
}

/** A button that asks before something that cannot be taken back. */
export function AskFirst({
  label,
  title,
  will,
  confirmLabel = label,
  urgent = false,
  danger = true,
  act,
  failed,
  className = urgent ? 'border-urgent text-urgent' : undefined,
}: AskFirstProps) {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const confirm = async (): Promise<void> => {
    setPending(true);
    try {
      await act();
    } catch (error) {
      tellTrouble(failed, error);
    } finally {
      setPending(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Button className={className} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={title}
        whatWillHappen={<Sentences sentences={will} />}
        confirmLabel={confirmLabel}
        danger={danger}
        pending={pending}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
