import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { Toaster } from './toaster.tsx';
import { CommandsProvider } from './use-commands.tsx';

/** What the parts need around them, once in a window: no style elements (the CSP forbids them), tooltips, toasts, commands and their keys. */
export function PartsProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={500}>
        <CommandsProvider>{children}</CommandsProvider>
        <Toaster />
      </Tooltip.Provider>
    </CSPProvider>
  );
}
