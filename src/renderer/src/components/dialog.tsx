import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from './button.tsx';
import { cn } from './class-names.ts';
import { type FinalFocus, useFinalFocus } from './popups.tsx';

const scrim =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-enter data-ending-style:opacity-0 data-starting-style:opacity-0';
const popup =
  'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-32px)] w-[min(480px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto rounded-card border bg-raised p-5 shadow-float outline-none transition-[opacity,scale] duration-enter data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  readonly className?: string;
  readonly finalFocus?: FinalFocus;
}

/**
 * A modal dialog; traps focus and restores it. Its first field has the focus: `autoFocus` in it would be taken for what
 * opened it.
 */
export function Dialog({ open, onClose, title, description, children, footer, className, finalFocus }: DialogProps) {
  const { t } = useTranslation();
  const focus = useFinalFocus(finalFocus);
  // Not the close button: its tooltip would take the first Escape.
  const first = () => focus.ref.current?.querySelector<HTMLElement>('input, textarea, select') ?? focus.ref.current;
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Popup {...focus} initialFocus={first} className={cn(popup, className)}>
          <div className="flex items-start gap-4">
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <Base.Title className="text-heading font-semibold">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="text-ui text-ink-quiet">{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<IconButton label={t('close')} icon={<X />} className="-mt-1 -me-2" />} />
          </div>
          {children}
          {footer !== undefined && <div className="flex flex-wrap justify-end gap-2">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** a question: "Remove Shop app?" */
  readonly title: string;
  /** the consequences, in plain words */
  readonly consequences: ReactNode;
  /** the verb: "Remove" */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  readonly pending?: boolean;
  readonly onConfirm: () => void;
}

/** Confirms an irreversible action. Cancel has the focus. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  consequences,
  confirmLabel,
  danger = false,
  pending = false,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={scrim} />
        <AlertDialog.Popup className={popup} initialFocus={cancel}>
          <div className="flex flex-col gap-2">
            <AlertDialog.Title className="text-heading font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="flex flex-col gap-2 text-ui text-ink-quiet">
              {consequences}
            </AlertDialog.Description>
          </div>
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialog.Close render={<Button ref={cancel}>{t('cancel')}</Button>} />
            <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Closes the surrounding dialog; give it one button: `<DialogClose render={<Button>Cancel</Button>} />`. */
export const DialogClose = Base.Close;

interface DrawerProps extends Pick<DialogProps, 'open' | 'onClose' | 'className'> {
  /** accessible name; the content shows its own heading and close button */
  readonly title: string;
  readonly children: ReactNode;
}

/** A pane over the edge of the window, for narrow windows. */
export function Drawer({ open, onClose, title, className, children }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Popup
          className={cn(
            'fixed inset-y-0 end-0 z-40 flex w-[min(320px,calc(100vw-48px))] flex-col border-s bg-raised shadow-float transition-transform duration-enter rtl:[--way:-1] [--way:1] data-ending-style:translate-x-[calc(100%*var(--way))] data-starting-style:translate-x-[calc(100%*var(--way))]',
            className,
          )}
        >
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
