import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton, type ButtonProps } from './button.tsx';
import { ConfirmDialog, DialogClose } from './dialog.tsx';
import { notify, notifyFailure } from './toaster.tsx';

/** The consequences in a confirmation, one paragraph each. */
export function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}

/** Runs one action at a time; a toast says that it failed, or is done. */
export function useAction(failed: string, done?: string) {
  const [pending, setPending] = useState(false);
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    setPending(true);
    try {
      await act();
      if (done !== undefined) notify(done);
    } catch (error) {
      notifyFailure(failed, error);
    } finally {
      setPending(false);
    }
  };
  return { pending, run };
}

interface ActionProps {
  /** runs the action; what it reports itself goes without `done` */
  readonly act: () => Promise<unknown>;
  /** text of the toast once it is done */
  readonly done?: string;
  /** error title */
  readonly failed: string;
}

export function ActionButton({ act, done, failed, ...button }: ActionProps & Omit<ButtonProps, 'pending' | 'onClick'>) {
  const { pending, run } = useAction(failed, done);
  return <Button {...button} pending={pending} onClick={() => void run(act)} />;
}

interface ConfirmButtonProps extends ActionProps {
  /** label of the button */
  readonly label: string;
  /** a question: "Remove Shop app?" */
  readonly title: string;
  /** the consequences, one paragraph each */
  readonly will: readonly string[];
  /** the verb; left out: the button's label */
  readonly confirmLabel?: string;
  /** it destroys something, and its button shows that */
  readonly urgent?: boolean;
  readonly danger?: boolean;
  readonly className?: string;
  readonly icon?: ReactNode;
  /** icon only */
  readonly hideLabel?: boolean;
}

/** A button that confirms an irreversible action first. */
export function ConfirmButton({
  label,
  title,
  will,
  confirmLabel = label,
  urgent = false,
  danger = true,
  act,
  done,
  failed,
  className = urgent ? 'border-urgent text-urgent' : undefined,
  icon,
  hideLabel = false,
}: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  const { pending, run } = useAction(failed, done);
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
        consequences={<Sentences sentences={will} />}
        confirmLabel={confirmLabel}
        danger={danger}
        pending={pending}
        onConfirm={() => void run(act).then(() => setAsking(false))}
      />
    </>
  );
}

interface DialogFormProps extends ActionProps {
  /** undefined: cannot be confirmed */
  readonly confirmLabel: string | undefined;
  /** the required input is there */
  readonly isReady?: boolean;
  readonly danger?: boolean;
  /** additional button, before the others */
  readonly more?: ReactNode;
  readonly children?: ReactNode;
}

/** A dialog's form and buttons; Enter confirms. */
export function DialogForm({
  confirmLabel,
  act,
  done,
  failed,
  isReady = true,
  danger = false,
  more,
  children,
}: DialogFormProps) {
  const { t } = useTranslation();
  const { pending, run } = useAction(failed, done);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // What opened the dialog may be in a form itself.
    event.stopPropagation();
    if (isReady && !pending && confirmLabel !== undefined) void run(act);
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

/** Open state of a dialog, and the function that closes it. */
export interface Opened {
  readonly open: boolean;
  readonly onClose: () => void;
}
