/** The error code of a failure or its cause, from the system or Node, such as ECONNREFUSED; undefined: it has none. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return causes.map(systemCode).find((code) => code !== undefined);
}
