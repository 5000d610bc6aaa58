import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import { Component, createContext, type ReactNode, type Ref, use, useState } from 'react';
import { Button, buttonStyles } from './button.tsx';
import { cardLook, EmptyState } from './lists.tsx';

/** `option`: a chat in a listbox, which may not contain buttons; `strip`: a one-line pane. */
type Part = 'message' | 'row' | 'option' | 'strip' | 'pane' | 'window';

interface FaultBoundaryProps {
  readonly part: Part;
  /** values rendered; a change of any of them retries */
  readonly of?: readonly unknown[];
  /** wraps the message where the parent allows only certain elements */
  readonly within?: (fault: ReactNode) => ReactNode;
  readonly children: ReactNode;
}

interface FaultBoundaryState {
  readonly failed: boolean;
  /** failed reloads so far */
  readonly reloads: number;
  readonly of: readonly unknown[] | undefined;
}

/** Refetches everything from the engine, after which broken parts are retried. */
const Reload = createContext<() => Promise<unknown>>(async () => window.location.reload());

/** Provides the Reload action to the boundaries below. */
export const ReloadProvider = Reload;

/** Contains a rendering error: replaces only the broken part with a message and a reload button. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultBoundaryState> {
  override state: FaultBoundaryState = { failed: false, reloads: 0, of: this.props.of };

  static getDerivedStateFromError(): Partial<FaultBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { of }: FaultBoundaryProps,
    state: FaultBoundaryState,
  ): Partial<FaultBoundaryState> | null {
    const isSame =
      of === state.of ||
      (of?.length === state.of?.length && of?.every((value, index) => Object.is(value, state.of?.[index])));
    return isSame === true ? null : { of, failed: false, reloads: 0 };
  }

  private readonly tryAgain = (): void => this.setState(({ reloads }) => ({ failed: false, reloads: reloads + 1 }));

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const fault = <Fault part={this.props.part} isPersistent={this.state.reloads > 0} onReloaded={this.tryAgain} />;
    return this.props.within?.(fault) ?? fault;
  }
}

interface FaultProps {
  readonly part: Part;
  /** it broke again with fresh data: reload the whole window, including its code */
  readonly isPersistent: boolean;
  readonly onReloaded: () => void;
}

function Fault({ part, isPersistent, onReloaded }: FaultProps) {
  const { t } = useTranslation();
  const askAnew = use(Reload);
  const [pending, setPending] = useState(false);
  const reloadWindow = (): void => window.location.reload();
  const reload = (): void => {
    if ((part === 'pane' || part === 'strip') && isPersistent) return reloadWindow();
    setPending(true);
    void askAnew().finally(() => {
      setPending(false);
      onReloaded();
    });
  };
  const text = part === 'message' ? t('faultMessage') : part === 'strip' ? t('faultPane') : t('faultRow');
  const button = (
    <Button size="sm" pending={pending} onClick={reload}>
      {t('reload')}
    </Button>
  );
  switch (part) {
    case 'message':
    case 'row':
    case 'strip':
      return (
        <div
          role="group"
          aria-label={text}
          className="flex min-h-11 flex-wrap items-center justify-center gap-x-3 gap-y-1 px-3 py-1.5 text-ui text-ink-quiet"
        >
          <span className="flex min-w-0 items-start gap-1.5">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-urgent" />
            {text}
          </span>
          {button}
        </div>
      );
    case 'option':
      return <OptionFault onReload={reload} />;
    case 'pane':
      return (
        <div role="alert" className="flex h-full min-h-40 min-w-0 flex-1">
          <EmptyState icon={<CircleAlert />} title={t('faultPane')} action={button}>
            {t('faultPaneMore')}
          </EmptyState>
        </div>
      );
    case 'window':
      return (
        <main className="grid h-full place-items-center p-6">
          <div role="alert" className="flex max-w-96 flex-col items-center gap-2 text-center">
            <h1 className="text-title font-semibold">{t('faultWindow')}</h1>
            <p className="text-ui text-ink-quiet">{t('faultWindowMore')}</p>
            <Button className="mt-2" onClick={reloadWindow}>
              {t('openAnew')}
            </Button>
          </div>
        </main>
      );
  }
}

/** The row still opens its chat on click and by keyboard; "Reload" does not. */
function OptionFault({ onReload }: { readonly onReload: () => void }) {
  const { t } = useTranslation();
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2 text-ui text-ink-quiet">
      <CircleAlert aria-hidden className="size-4 shrink-0 text-urgent" />
      <span className="min-w-0 flex-1 truncate">{t('faultChat')}</span>
      <span
        role="presentation"
        className={buttonStyles({ size: 'sm' })}
        onClick={(event) => {
          event.stopPropagation();
          onReload();
        }}
      >
        {t('reload')}
      </span>
    </span>
  );
}

interface RowsProps<Row> {
  readonly label?: string | undefined;
  /** receives focus when the focused row is removed */
  readonly ref?: Ref<HTMLUListElement>;
  /** instead of a card's */
  readonly className?: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}

/** A list, by default in a card. A row that cannot be shown says so in its place. */
export function Rows<Row>({ label, ref, className = cardLook, rows, keyOf, children }: RowsProps<Row>) {
  return (
    <ul ref={ref} tabIndex={ref === undefined ? undefined : -1} aria-label={label} className={className}>
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <FaultBoundary part="row" of={[row]}>
            {children(row)}
          </FaultBoundary>
        </li>
      ))}
    </ul>
  );
}

/** The part of the window that a boundary contains. */
export function partOf(boundary: Component<unknown> | undefined): 'message' | 'row' | 'pane' | 'window' {
  if (!(boundary instanceof FaultBoundary)) return 'window';
  const { part } = boundary.props;
  return part === 'option' ? 'row' : part === 'strip' ? 'pane' : part;
}
