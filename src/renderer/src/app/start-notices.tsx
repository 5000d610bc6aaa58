import { i18n } from '#renderer/language/i18n.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { NoticeLine } from './notice-line.tsx';

type Notice = RouteOutput<'setup.get'>['notices'][number];

/** What went wrong when the engine started; stands above everything until a start without it. */
export function StartNotices({ notices }: { readonly notices: readonly Notice[] }) {
  return notices.map((notice) => {
    const [title, more] = inWords(notice);
    return (
      <NoticeLine key={notice.kind} title={title}>
        {more}
      </NoticeLine>
    );
  });
}

function inWords({ kind, detail }: Notice): readonly [title: string, more: string] {
  switch (kind) {
    case 'settings_set_aside':
      return [i18n.t('app:settingsSetAside'), i18n.t('app:settingsSetAsideMore', { place: detail })];
    case 'database_newer':
      return [i18n.t('app:databaseNewer'), i18n.t('app:databaseNewerMore')];
  }
}
