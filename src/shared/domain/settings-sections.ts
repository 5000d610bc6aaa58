/** The groups of settings in order, each with its sections and whose they are. */
const groups = {
  you: { profile: 'everyone', appearance: 'everyone', notifications: 'everyone', computer: 'desktop' },
  team: { operators: 'owner' },
  website: { channels: 'owner', connection: 'owner', programs: 'owner' },
  hours: { hours: 'owner', messages: 'owner' },
  replies: { replies: 'everyone', tags: 'owner' },
  bots: { bots: 'owner' },
  data: {
    data: 'owner',
    customers: 'owner',
    media: 'everyone',
    blocked: 'everyone',
    activity: 'owner',
    changes: 'owner',
    servers: 'server',
    about: 'everyone',
  },
} as const satisfies Record<string, Record<string, 'everyone' | 'owner' | 'desktop' | 'server'>>;

export type SettingsGroupName = keyof typeof groups;
export type SectionName = { [Name in SettingsGroupName]: keyof (typeof groups)[Name] }[SettingsGroupName];

export interface SettingsGroup {
  readonly name: SettingsGroupName;
  readonly sections: readonly SectionName[];
}

/** App and role in which the settings are viewed. */
export interface Viewer {
  readonly hasDesktop: boolean;
  readonly isOwner: boolean;
  /** several hosts may share the installation */
  readonly hasNodes?: boolean;
}

/** The groups with the sections that can be shown here to this operator; groups without any are left out. */
export function shownGroups({ hasDesktop, isOwner, hasNodes = false }: Viewer): readonly SettingsGroup[] {
  const isShown = { everyone: true, owner: isOwner, desktop: hasDesktop, server: isOwner && hasNodes };
  return (Object.keys(groups) as SettingsGroupName[])
    .map((name) => {
      const audiences: Readonly<Record<string, keyof typeof isShown>> = groups[name];
      const sections = Object.keys(audiences) as SectionName[];
      return { name, sections: sections.filter((section) => isShown[audiences[section] ?? 'owner']) };
    })
    .filter(({ sections }) => sections.length > 0);
}

/** The sections of all groups, in order. */
export function shownSections(viewer: Viewer): readonly SectionName[] {
  return shownGroups(viewer).flatMap(({ sections }) => sections);
}

export function sectionPath(section: SectionName): string {
  return `/settings/${section}`;
}

/** The path of a channel's page, or of one of its tabs. */
export function channelPath(channelId: string, tab?: string): string {
  return `/settings/channels/${encodeURIComponent(channelId)}${tab === undefined ? '' : `/${tab}`}`;
}
