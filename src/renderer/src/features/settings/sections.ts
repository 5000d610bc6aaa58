const sections = [
  'profile',
  'operators',
  'channels',
  'bots',
  'hours',
  'replies',
  'tags',
  'blocked',
  'media',
  'connection',
  'data',
  'appearance',
  'computer',
  'activity',
  'about',
] as const;
export type SectionName = (typeof sections)[number];

/** The sections of the settings in their order; the computer's only where the desktop app is around the page. */
export function shownSections(hasDesktop: boolean): readonly SectionName[] {
  return sections.filter((section) => section !== 'computer' || hasDesktop);
}
