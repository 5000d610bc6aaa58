import { QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import type { Console, Connection } from './console.ts';

const ConsoleContext = createContext<Console | undefined>(undefined);

/** Gives the screens below their console, and receives events while it is mounted and signed in. */
export function ConsoleProvider({
  console: given,
  children,
}: {
  readonly console: Console;
  readonly children: ReactNode;
}) {
  const signedOut = useStore(given.connection, (connection) => connection.signedOut);
  // Ahead of what the screens below ask in their own effects.
  useLayoutEffect(() => (signedOut ? undefined : given.start()), [given, signedOut]);
  return (
    <ConsoleContext value={given}>
      <QueryClientProvider client={given.queryClient}>{children}</QueryClientProvider>
    </ConsoleContext>
  );
}

/** The console of the screens around; `useConsole().call` asks the engine anything. */
export function useConsole(): Console {
  const given = useContext(ConsoleContext);
  if (given === undefined) throw new Error('ConsoleProvider is missing above this component');
  return given;
}

/** Whether the engine answers, and whether it asks for a sign-in. */
export function useConnection(): Connection {
  return useStore(useConsole().connection);
}

/** Whether the customer of a chat is typing. */
export function useCustomerTyping(chatId: string): boolean {
  return useStore(useConsole().typing, ({ chats }) => chats.has(chatId));
}
