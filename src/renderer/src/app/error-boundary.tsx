import { Component, type ReactNode } from 'react';
import { words } from './words.ts';

interface ErrorBoundaryState {
  readonly failed: boolean;
}

/** Says in plain words that the window broke, instead of a white page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="grid h-full place-items-center p-6">
        <div role="alert" className="flex max-w-96 flex-col items-center gap-2 text-center">
          <h1 className="text-title font-semibold">{words.somethingBroke}</h1>
          <p className="text-ui text-ink-quiet">{words.somethingBrokeMore}</p>
          <button type="button" className="mt-2 h-(--control) rounded-control border border-edge px-3 font-medium" onClick={() => window.location.reload()}>
            {words.reload}
          </button>
        </div>
      </main>
    );
  }
}
