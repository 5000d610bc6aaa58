import { useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { tellTrouble } from './trouble.ts';

/** One thing to do to what the page is about: what it is called, what it will do, its button. */
export function DangerRow({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-ui font-medium">{title}</p>
        <p className="text-ui text-ink-quiet">{lead}</p>
      </div>
      {children}
    </li>
  );
}

/** What a question says will happen, a paragraph each. */
export function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}

/** Does one thing at a time, and says in a toast why it did not work. */
export function useDoing(failed: string): {
  readonly pending: boolean;
  readonly run: (act: () => Promise<unknown>) => Promise<void>;
} {
  const [pending, setPending] = useState(false);
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    setPending(true);
    try {
      await act();
    } catch (error) {
      tellTrouble(failed, error);
    } finally {
      setPending(false);
    }
  };
  return { pending, run };
}

interface Doing {
  /** does it, and says what came of it */
  readonly act: () => Promise<unknown>;
  /** what is said where it did not work */
  readonly failed: string;
}

/** A button that does something at once. */
export function ActButton({ act, failed, ...button }: Doing & Omit<ButtonProps, 'pending' | 'onClick'>) {
  const { pending, run } = useDoing(failed);
  return <Button {...button} pending={pending} onClick={() => void run(act)} />;
}

interface AskFirstProps extends Doing {
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
  const { pending, run } = useDoing(failed);
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
        onConfirm={() => void run(act).then(() => setAsking(false))}
      />
    </>
  );
}

interface ActionRowProps {
  readonly title: string;
  readonly hint?: string;
  /** what came of it or how it stands; told to screen readers when it changes */
  readonly said: ReactNode;
  /** its buttons */
  readonly children: ReactNode;
}

/** Something to do at once, with what came of it under its sentence. */
export function ActionRow({ title, hint, said, children }: ActionRowProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-1 text-ui">
        <p className="font-medium">{title}</p>
        {hint !== undefined && <p className="text-ink-quiet">{hint}</p>}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
      <div role="status" className="text-ui empty:hidden">
        {said}
      </div>
    </div>
  );
}
