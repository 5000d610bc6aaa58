import { QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Console, ConnectionStatus } from './console.ts';

const ConsoleContext = createContext<Console | undefined>(undefined);

/**
 * Provides the console to the screens below, and receives events while mounted and signed in. The screens render only
 * once events are subscribed to, so no event is lost after their first queries.
 */
export function ConsoleProvider({
  console: given,
  children,
}: {
  readonly console: Console;
  readonly children: ReactNode;
}) {
  const signedOut = useStore(given.connection, (connection) => connection.signedOut);
  const [listening, setListening] = useState<Console>();
  useLayoutEffect(() => {
    if (signedOut) return undefined;
    const stop = given.start();
    setListening(given);
    return stop;
  }, [given, signedOut]);
  return (
    <ConsoleContext value={given}>
      <QueryClientProvider client={given.queryClient}>{listening === given && children}</QueryClientProvider>
    </ConsoleContext>
  );
}

/** The console from context; `useConsole().call` calls any route. */
export function useConsole(): Console {
  const given = useContext(ConsoleContext);
  if (given === undefined) throw new Error('ConsoleProvider is missing above this component');
  return given;
}

/** State of the connection to the engine, which may require a sign-in. */
export function useConnection(): ConnectionStatus {
  return useStore(useConsole().connection);
}

/** True while the customer of a chat is typing. */
export function useCustomerTyping(chatId: string): boolean {
  return useStore(useConsole().typing, ({ chats }) => chats.has(chatId));
}
