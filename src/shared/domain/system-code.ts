/** What the system or Node calls a failure, or its cause, such as ECONNREFUSED; undefined: it has no such name. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return causes.map(systemCode).find((code) => code !== undefined);
}
