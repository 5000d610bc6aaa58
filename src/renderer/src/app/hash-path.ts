import { useMemo } from 'react';
import { useHashLocation } from 'wouter/use-hash-location';

/** wouter's hash location without the question mark and what follows it, so that routes match the path alone. */
export function useHashPath(): ReturnType<typeof useHashLocation> {
  const [location, navigate] = useHashLocation();
  return [location.split('?')[0] ?? '/', navigate];
}

useHashPath.hrefs = (href: string): string => `#${href}`;

/** What follows the question mark in the hash: `#/test-customer?channel=7`. */
export function hashSearch(hash: string): URLSearchParams {
  return new URLSearchParams(hash.split('?')[1] ?? '');
}

/** The same of this window's address, followed as it changes. */
export function useHashSearch(): URLSearchParams {
  const [location] = useHashLocation();
  return useMemo(() => hashSearch(location), [location]);
}
