import type { Catalogue } from '../catalogue.ts';

export const blocked = {
  lead: 'Was sie schreiben, wird wie immer beantwortet, aber nicht aufbewahrt, gezeigt oder einem Bot gegeben: Es wird nur gezählt. Einen Kunden sperren Sie in seiner Kontaktkarte.',
  emptyTitle: 'Niemand ist gesperrt',
  empty: 'Sperren Sie einen Kunden unten in seiner Kontaktkarte.',
  list: 'Alle gesperrten Kunden',
  visitor: 'Besucher',
  removedChannel: 'Entfernter Kanal',
  via: '{{channel}}, ID {{id}}',
  by: 'Gesperrt von {{operator}}, {{date}}',
  count_zero: 'Seitdem kam nichts',
  count_one: 'Seitdem kam {{count}} Nachricht',
  count_other: 'Seitdem kamen {{count}} Nachrichten',
  last: '{{messages}}, zuletzt {{date}}',
  unblock: 'Entsperren',
  unblockOf: '{{name}} entsperren',
  unblocked: '{{name}} ist entsperrt.',
  notUnblocked: 'Der Kunde wurde nicht entsperrt.',
  notBlocked: 'Der Kunde wurde nicht gesperrt.',
  more: 'Mehr zeigen',
} as const satisfies Catalogue;
