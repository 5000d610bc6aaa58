import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { Toast } from '@base-ui/react/toast';
import { CircleAlert, X } from 'lucide-react';
import { buttonStyles, IconButton } from './button.tsx';
import { cn } from './class-names.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { PhraseCode } from '#shared/locales/phrase.ts';

// One per window, like the toaster; its callers are event handlers outside React.
const toasts = Toast.createToastManager();

export interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

interface ToastOptions {
  /** replaces an earlier toast with this id */
  readonly id?: string;
  readonly action?: ToastAction;
  /** seconds for which it is shown; 4, or 6 with an action, by default */
  readonly seconds?: number;
  readonly onClose?: () => void;
}

export function undoAction(onPress: () => void): ToastAction {
  return { label: i18n.t('common:undo'), onPress };
}

/** Confirms an action in passing. Returns a function that closes the toast. */
export function notify(text: string, { action, seconds = action ? 6 : 4, ...options }: ToastOptions = {}): () => void {
  return show({ title: text, timeout: seconds * 1000, ...options }, action);
}

/** Reports a failure: what happened and what to do, with a button if useful. Stays longer and is announced at once. */
export function notifyError(text: string, details?: string, action?: ToastAction): void {
  show({ title: text, description: details, type: 'trouble', timeout: 9000 }, action);
}

function show(toast: Parameters<typeof toasts.add>[0], action: ToastAction | undefined): () => void {
  const onClick = (): void => {
    toasts.close(id);
    action?.onPress();
  };
  const id = toasts.add({ ...toast, ...(action && { actionProps: { children: action.label, onClick } }) });
  return () => toasts.close(id);
}

/** Sections of the settings that errors send people to, by the error's code. */
const REMEDY_SECTIONS: Readonly<Partial<Record<PhraseCode, string>>> = {
  'errors:refusals.chat.ratingOnlyHere': 'connection',
  'errors:refusals.tag.most': 'tags',
};

/** An error handler that reports what failed and why, with a button to the settings where the remedy is. */
export function errorNotifier(text: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof Error)) return notifyError(text);
    const section = error instanceof ContractError ? REMEDY_SECTIONS[error.reason.code] : undefined;
    notifyError(
      text,
      error.message,
      section === undefined
        ? undefined
        : { label: i18n.t('common:open'), onPress: () => (location.hash = `/settings/${section}`) },
    );
  };
}

/** Explains why something failed: the engine's reason, or that it did not answer. */
export function failureText(error: unknown): string {
  return error instanceof ContractError ? error.message : i18n.t('common:rpc.unreachable');
}

export function notifyFailure(text: string, error: unknown): void {
  notifyError(text, failureText(error));
}

/** Shows toasts; once per window (`PartsProvider` renders it). */
export function Toaster() {
  const { t } = useTranslation();
  return (
    <Toast.Provider toastManager={toasts} limit={3}>
      <Toast.Portal>
        {/* At the foot beside the rail, clear of composer, fields and bars; below the head where list and chat take turns. */}
        <Toast.Viewport
          aria-label={t('notifications')}
          className="fixed bottom-4 [body:has([data-foot-bar])_&]:bottom-56 start-[72px] z-50 flex w-[min(304px,calc(100vw-32px))] max-panes:w-[min(420px,calc(100vw-32px))] flex-col gap-2 max-panes:top-[calc(env(safe-area-inset-top)+68px)] max-panes:supports-[anchor-name:--screen]:top-[calc(anchor(--screen_top)+64px)] max-panes:bottom-auto! max-panes:start-1/2 max-panes:-translate-x-1/2 rtl:max-panes:translate-x-1/2"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { t } = useTranslation();
  const { toasts: shown } = Toast.useToastManager();
  return shown.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      // Base UI gives each toast the role dialog; none of these waits for an answer.
      role={toast.type === 'trouble' ? 'alert' : 'group'}
      aria-modal={undefined}
      swipeDirection="left"
      className="rounded-control border bg-raised shadow-float transition-[opacity,translate] duration-enter data-ending-style:translate-y-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex min-h-11 items-center gap-2 py-1.5 pe-1.5 ps-3">
        {toast.type === 'trouble' && <CircleAlert aria-hidden className="size-4 shrink-0 text-urgent" />}
        <div className="min-w-0 flex-1 py-1 break-words">
          <Toast.Title className="text-ui font-medium" render={<p />} />
          <Toast.Description className="text-ui text-ink-quiet" />
        </div>
        {toast.actionProps && (
          <Toast.Action
            aria-hidden={undefined}
            className={cn(buttonStyles({ variant: 'quiet', size: 'sm' }), 'text-accent')}
          />
        )}
        <Toast.Close aria-hidden={undefined} render={<IconButton size="sm" label={t('dismiss')} icon={<X />} />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
