/** Hours and minutes: 14:05. */
export function clockWords(at: number): string {
  const time = new Date(at);
  return `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`;
}

/** Since when something is so: 14:05, or 3 Nov 14:05. Both are wall clock. */
export function sinceWords(at: number, now: number): string {
  const day = new Date(at);
  if (day.toDateString() === new Date(now).toDateString()) return clockWords(at);
  return `${day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${clockWords(at)}`;
}
