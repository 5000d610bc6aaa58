import { type Context, createContext, useContext } from 'react';

/** A context that always has a value: its provider, which is called `name`, and the hook that reads it. */
export function createProvided<Value>(name: string) {
  const Provided: Context<Value | undefined> = createContext<Value | undefined>(undefined);
  const useProvided = (): Value => {
    const value = useContext(Provided);
    if (value === undefined) throw new Error(`${name} is missing above this component`);
    return value;
  };
  return [Provided, useProvided] as const;
}
