import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { Toaster } from './toaster.tsx';

/** What the parts need around them, once in a window: no style elements (the CSP forbids them), tooltips, toasts. */
export function PartsProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={500}>
        {children}
        <Toaster />
      </Tooltip.Provider>
    </CSPProvider>
  );
}
