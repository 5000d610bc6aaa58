/** The same promise, as long as the signal lasts: then it rejects with the signal's reason. */
export function within<T>(promise: Promise<T>, limit: AbortSignal): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(limit.reason);
  limit.addEventListener('abort', end, { once: true });
  if (limit.aborted) end();
  return Promise.race([promise, over]).finally(() => limit.removeEventListener('abort', end));
}
