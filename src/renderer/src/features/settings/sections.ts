/** The groups of settings in order, each with its sections; the computer's only in the desktop app. */
const places = {
  you: ['profile', 'appearance', 'notifications', 'computer'],
  team: ['operators'],
  website: ['channels', 'connection', 'check'],
  hours: ['hours', 'messages'],
  replies: ['replies', 'tags'],
  bots: ['bots'],
  data: ['data', 'media', 'blocked', 'activity', 'about'],
} as const;

export type PlaceName = keyof typeof places;
export type SectionName = (typeof places)[PlaceName][number];

export interface Place {
  readonly name: PlaceName;
  readonly sections: readonly SectionName[];
}

/** The groups with the sections that can be shown here. */
export function shownPlaces(hasDesktop: boolean): readonly Place[] {
  return (Object.keys(places) as PlaceName[]).map((name) => ({
    name,
    sections: places[name].filter((section) => section !== 'computer' || hasDesktop),
  }));
}

/** The sections of all groups, in order. */
export function shownSections(hasDesktop: boolean): readonly SectionName[] {
  return shownPlaces(hasDesktop).flatMap(({ sections }) => sections);
}

/** The path of a section. The check keeps its path within the connection, for windows of other versions. */
export function sectionPlace(section: SectionName): string {
  return section === 'check' ? '/settings/connection/check' : `/settings/${section}`;
}
