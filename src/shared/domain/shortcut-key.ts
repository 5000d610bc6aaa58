/** What makes two shortcuts the same: letters' case aside, in any script, and however their accents were typed. */
export function shortcutKey(shortcut: string): string {
  // Both ways: ß has its capital in two, and Σ has two small ones.
  return shortcut.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
