import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useHashLocation } from 'wouter/use-hash-location';

type Location = ReturnType<typeof useHashLocation>;

const LocationContext = createContext<Location | undefined>(undefined);

/**
 * Reads the window's address for the whole page. The browser changes it before it says so: parts that read it on
 * their own would be at two places for a moment, and one that knows no such place would send the window elsewhere.
 */
export function AddressProvider({ children }: { readonly children: ReactNode }) {
  const [location, navigate] = useHashLocation();
  return (
    <LocationContext value={useMemo(() => [location, navigate], [location, navigate])}>{children}</LocationContext>
  );
}

function useAddress(): Location {
  const location = useContext(LocationContext);
  if (location === undefined) throw new Error('There is no AddressProvider around this');
  return location;
}

/** wouter's hash location without the question mark and what follows it, so that routes match the path alone. */
export function useHashPath(): Location {
  const [location, navigate] = useAddress();
  return [location.split('?')[0] ?? '/', navigate];
}

useHashPath.hrefs = (href: string): string => `#${href}`;

/** What follows the question mark in the hash: `#/test-customer?channel=7`. */
export function hashSearch(hash: string): URLSearchParams {
  return new URLSearchParams(hash.split('?')[1] ?? '');
}

/** The same of this window's address, followed as it changes. */
export function useHashSearch(): URLSearchParams {
  const [location] = useAddress();
  return useMemo(() => hashSearch(location), [location]);
}
