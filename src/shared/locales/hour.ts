/** How a language writes the hour of a time: 09:05, but 9:05 AM. */
export function hourOf(locale: string): 'numeric' | '2-digit' {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return hour12 === true ? 'numeric' : '2-digit';
}
