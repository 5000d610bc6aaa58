import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localization } from '#renderer/language/i18n.ts';
import { Toaster } from './toaster.tsx';
import { CommandsProvider } from './use-commands.tsx';

/** What the parts need around them, once in a window: no style elements (the CSP forbids them), where lines begin, tooltips, toasts, commands and their keys. */
export function PartsProvider({ children }: { readonly children: ReactNode }) {
  useTranslation();
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={localization.language().dir ?? 'ltr'}>
        <Tooltip.Provider delay={500}>
          <CommandsProvider>{children}</CommandsProvider>
          <Toaster />
        </Tooltip.Provider>
      </DirectionProvider>
    </CSPProvider>
  );
}
