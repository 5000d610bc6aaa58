import { useState } from 'react';
import { Router } from 'wouter';
import { PartsProvider } from '#renderer/components/parts-provider.tsx';
import { useDrafts } from '#renderer/features/conversation/drafts.ts';
import { createConsole, type Console } from '#renderer/rpc/console.ts';
import { ConsoleProvider } from '#renderer/rpc/console-context.tsx';
import type { Transport } from '#renderer/rpc/transport.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Gate } from './gate.tsx';
import { AddressProvider, useHashPath } from './hash-path.tsx';

/** The whole console over one transport. A new sign-in begins with nothing remembered of the one before. */
export function App({ transport }: { readonly transport: Transport }) {
  const open = (): Console => createConsole({ transport, onErased: useDrafts.getState().forget });
  const [console, setConsole] = useState(open);
  return (
    <ErrorBoundary>
      <PartsProvider>
        <ConsoleProvider console={console}>
          <AddressProvider>
            <Router hook={useHashPath}>
              <Gate onSignedIn={() => setConsole(open())} />
            </Router>
          </AddressProvider>
        </ConsoleProvider>
      </PartsProvider>
    </ErrorBoundary>
  );
}
