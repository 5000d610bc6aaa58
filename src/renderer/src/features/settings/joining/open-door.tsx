import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { useCachedMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { Button } from '#renderer/components/button.tsx';
import { openPort } from '#shared/contract/fields.ts';
import { useAction } from '../parts/act.tsx';
import { fieldsOf, SavedNumber } from '../parts/saved-field.tsx';
import { Notice } from '../parts/section.tsx';

/** Lets colleagues in, and calls back once they can come. */
export function OpenDoor({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('team');
  const door = useRouteQueryFor('owner', 'door.get', {}).data;
  const { mutateAsync: change } = useCachedMutation('door.change', 'door.get', { after: (view) => view });
  const { pending, run } = useAction(t('joining.failed'));
  const isReachable = door !== undefined && door.isOpen && door.urls.length > 0;
  const whenOpen = useRef(onOpen);
  whenOpen.current = onOpen;
  useEffect(() => {
    if (isReachable) whenOpen.current();
  }, [isReachable]);
  if (door === undefined) return null;
  const isOpening = pending || (door.on && !door.isOpen && door.problem === undefined);
  return (
    <div className="flex flex-col items-start gap-4">
      {door.problem !== undefined && (
        <Notice tone="urgent" title={formatPhrase(door.problem.what)}>
          <p>{formatPhrase(door.problem.todo)}</p>
        </Notice>
      )}
      {door.problem !== undefined && !door.isFixed && (
        <SavedNumber
          {...fieldsOf({ port: door.port }, change)('port')}
          label={t('door.port')}
          hint={t('door.portHint')}
          rule={openPort}
        />
      )}
      {door.isOpen && door.urls.length === 0 && <Notice tone="attention" title={t('door.noNetwork')} />}
      {!door.on && !door.isFixed && (
        <Button variant="primary" pending={isOpening} onClick={() => void run(() => change({ on: true }))}>
          {t('door.on')}
        </Button>
      )}
      <p role="status" className="text-ui text-ink-quiet empty:hidden">
        {isOpening ? t('joining.door.opening') : ''}
      </p>
    </div>
  );
}
