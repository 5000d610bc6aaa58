import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton, type ButtonProps } from '#renderer/components/button.tsx';
import { ConfirmDialog, DialogClose } from '#renderer/components/dialog.tsx';
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
  readonly icon?: ReactNode;
  /** its button shows the icon alone */
  readonly hideLabel?: boolean;
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
  icon,
  hideLabel = false,
}: AskFirstProps) {
  const [asking, setAsking] = useState(false);
  const { pending, run } = useDoing(failed);
  return (
    <>
      {hideLabel ? (
        <IconButton label={label} icon={icon} onClick={() => setAsking(true)} />
      ) : (
        <Button className={className} onClick={() => setAsking(true)}>
          {icon}
          {label}
        </Button>
      )}
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

interface DialogFormProps {
  /** undefined: there is nothing to confirm */
  readonly confirmLabel: string | undefined;
  readonly act: () => Promise<unknown>;
  /** what is said where it did not work */
  readonly failed: string;
  /** what is needed is there */
  readonly isReady?: boolean;
  readonly danger?: boolean;
  /** another button, before the others */
  readonly more?: ReactNode;
  readonly children?: ReactNode;
}

/** What a dialog asks for, and its buttons; Enter confirms. */
export function DialogForm({
  confirmLabel,
  act,
  failed,
  isReady = true,
  danger = false,
  more,
  children,
}: DialogFormProps) {
  const { t } = useTranslation();
  const { pending, run } = useDoing(failed);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isReady && confirmLabel !== undefined) void run(act);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        {more}
        <DialogClose render={<Button>{t('cancel')}</Button>} />
        {confirmLabel !== undefined && (
          <Button type="submit" variant={danger ? 'danger' : 'primary'} disabled={!isReady} pending={pending}>
            {confirmLabel}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Whether a dialog is there, and what takes it away. */
export interface Opened {
  readonly open: boolean;
  readonly onClose: () => void;
}
