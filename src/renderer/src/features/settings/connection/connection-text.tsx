import type { z } from 'zod';
import type { ConnectionChange } from '#shared/contract/connection.ts';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { SavedText } from '../parts/saved-field.tsx';

interface ConnectionTextProps {
  /** dotted path of the setting, where answers point to it: `own.publicUrl` */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly warning?: string | undefined;
  readonly placeholder?: string;
  readonly inputMode?: 'url' | 'numeric';
  readonly aside?: string;
  /** as it is typed */
  readonly saved: string;
  readonly rule: z.ZodType<string, string>;
  readonly changeTo: (typed: string) => ConnectionChange;
}

/** One line of the connection's settings, saved as one leaves it. */
export function ConnectionText({ name, changeTo, ...line }: ConnectionTextProps) {
  const { change } = useWayInChanges();
  return (
    <SavedText
      {...line}
      field={name}
      spellCheck={false}
      autoComplete="off"
      short={line.inputMode === 'numeric'}
      save={(typed) => change.mutateAsync(changeTo(typed))}
    />
  );
}
