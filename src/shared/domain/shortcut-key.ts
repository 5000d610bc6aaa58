/** The key by which shortcuts are unique: ignores case, in any script, and how accents were typed. */
export function shortcutKey(shortcut: string): string {
  // Both conversions: ß has a two-letter capital, and Σ two small forms.
  return shortcut.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
