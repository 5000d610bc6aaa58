import { useState } from 'react';
import { Router } from 'wouter';
import { PartsProvider } from '#renderer/components/parts-provider.tsx';
import { createConsole } from '#renderer/rpc/console.ts';
import { ConsoleProvider } from '#renderer/rpc/console-context.tsx';
import type { Transport } from '#renderer/rpc/transport.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Gate } from './gate.tsx';
import { AddressProvider, useHashPath } from './hash-path.tsx';

/** The whole console over one transport. A new sign-in begins with nothing remembered of the one before. */
export function App({ transport }: { readonly transport: Transport }) {
  const [console, setConsole] = useState(() => createConsole(transport));
  return (
    <ErrorBoundary>
      <PartsProvider>
        <ConsoleProvider console={console}>
          <AddressProvider>
            <Router hook={useHashPath}>
              <Gate onSignedIn={() => setConsole(createConsole(transport))} />
            </Router>
          </AddressProvider>
        </ConsoleProvider>
      </PartsProvider>
    </ErrorBoundary>
  );
}
