import { i18n } from '#renderer/language/i18n.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useState, type ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';

/** What an answer says about one field; undefined where it is about something else. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  if (!(error instanceof ContractError)) return undefined;
  return error.issues?.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
}

/** Says in a toast what did not work and why. */
export function tellTrouble(what: string, error: unknown): void {
  sayTrouble(what, error instanceof ContractError ? error.message : i18n.t('settings:notAnswering'));
}

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
