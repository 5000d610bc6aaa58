import '#renderer/language/team.ts';
import { useTranslation } from 'react-i18next';
import { named } from '#renderer/components/field.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { formatList } from '#renderer/components/amounts.ts';
import { cn } from '#renderer/components/class-names.ts';
import { useCachedMutation, useRouteQuery, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useChangeDesktop, useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import { useOperators } from '#renderer/rpc/use-directory.ts';
import type { DoorView } from '#shared/contract/joining.ts';
import { openPort, outsideAddress } from '#shared/contract/fields.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { ConfirmButton } from '#renderer/components/actions.tsx';
import { fieldsOf, SavedNumber, SavedSwitch, SavedText } from '../parts/saved-field.tsx';
import { More } from '../parts/folding.tsx';
import { Group, Loaded, Notice } from '../parts/section.tsx';
import { RootCertificate } from '../connection/certificate-panel.tsx';
import { CopiedLine } from '../parts/snippet.tsx';

/** Lets colleagues on the local network in, and shows them the way. */
export function DoorGroup({ door }: { readonly door: UseQueryResult<DoorView> }) {
  const { t } = useTranslation('team');
  return (
    <Group title={t('door.title')} lead={t(isOnlyHere(door.data) ? 'door.onlyHere' : 'door.lead')}>
      <Loaded of={door}>{(view) => <DoorFields door={view} />}</Loaded>
    </Group>
  );
}

/** Whether it is open, but at no address that another computer could reach. */
function isOnlyHere(door: DoorView | undefined): boolean {
  return door?.urls.every(({ url }) => isLoopback(new URL(url).hostname)) === true && door.urls.length > 0;
}

function DoorFields({ door }: { readonly door: DoorView }) {
  const { t } = useTranslation('team');
  const change = useCachedMutation('door.change', 'door.get', { after: (view) => view });
  const renewKey = useCachedMutation('door.renewKey', 'door.get', { after: (view) => view });
  const isWanted = door.on || door.isFixed;
  const of = fieldsOf({ on: isWanted, port: door.port, outside: door.outside }, change.mutateAsync, {
    texts: 'team:door.',
  });
  const desktop = useDesktop();
  return (
    <>
      <SavedSwitch {...of('on')} {...(door.isFixed && { hint: t('door.fixed'), disabled: true })} />
      {door.problem !== undefined && (
        <Notice tone="urgent" title={formatPhrase(door.problem.what)}>
          {formatPhrase(door.problem.todo)}
        </Notice>
      )}
      {isWanted && !door.isFixed && <SavedNumber {...of('port')} rule={openPort} />}
      {isWanted && desktop !== undefined && <KeepAwake />}
      {door.isOpen && <ConnectedNow />}
      {door.isOpen && <DoorAddresses door={door} />}
      <More label={t('door.more')}>
        <SavedText
          {...of('outside')}
          rule={outsideAddress}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
      </More>
      <More label={t('door.key.title')}>
        <p className="text-ui text-ink-quiet">{t('door.key.lead')}</p>
        <ConfirmButton
          label={t('door.key.make')}
          className="self-start"
          title={t('door.key.ask')}
          will={[t('door.key.will1'), t('door.key.will2')]}
          confirmLabel={t('door.key.confirm')}
          failed={t('door.key.failed')}
          act={() => renewKey.mutateAsync({})}
          done={t('door.key.done')}
        />
      </More>
    </>
  );
}

function KeepAwake() {
  const { mutateAsync } = useChangeDesktop();
  return (
    <Loaded of={useDesktopStatus()}>
      {({ preferences: { keepAwakeForTeam } }) => (
        <SavedSwitch
          {...fieldsOf({ keepAwakeForTeam }, mutateAsync)('keepAwakeForTeam')}
          {...named('team:door.keepAwake')}
        />
      )}
    </Loaded>
  );
}

/** Who has the console open in a browser or on another computer, besides whoever reads this here. */
function ConnectedNow() {
  const { t } = useTranslation('team');
  const connected = useRouteQueryFor('owner', 'operators.connected', {}).data?.operatorIds;
  const operators = useOperators().data;
  const devices = useRouteQuery('devices.list', {}).data?.devices;
  if (connected === undefined || operators === undefined || devices === undefined) return null;
  const isHere = (id: string): boolean => devices.some(({ operatorId, isThis }) => isThis && operatorId === id);
  const isElsewhere = (id: string): boolean =>
    devices.some(({ operatorId, isThis, isOnline }) => isOnline && !isThis && operatorId === id);
  const names = operators
    .filter(({ id }) => connected.includes(id) && (!isHere(id) || isElsewhere(id)))
    .map(({ name }) => name);
  return (
    <div className="flex flex-col gap-1 text-ui">
      <p className="font-medium">{t('door.connected')}</p>
      <p role="status" className={cn('wrap-anywhere', names.length === 0 && 'text-ink-quiet')}>
        {names.length === 0 ? t('door.nobody') : formatList(names)}
      </p>
    </div>
  );
}

function DoorAddresses({ door }: { readonly door: DoorView }) {
  const { t } = useTranslation('team');
  const { urls, certificate } = door;
  const onlyHere = isOnlyHere(door);
  if (urls.length === 0) return <p className="text-ui text-ink-quiet">{t('door.noNetwork')}</p>;
  return (
    <>
      <div className="flex flex-col gap-2">
        <p className="text-ui font-medium">{t(onlyHere ? 'door.addressesHere' : 'door.addresses')}</p>
        <ul className="flex flex-col gap-2">
          {urls.map(({ url }) => (
            <li key={url}>
              <CopiedLine text={url} copyLabel={t('door.copyAddress', { url })} />
            </li>
          ))}
        </ul>
        {!onlyHere && <p className="text-ui text-ink-quiet">{t('door.addressesMore')}</p>}
      </div>
      {certificate !== undefined && (
        <div className="flex flex-col gap-1 text-ui">
          <p>{t('door.certificate')}</p>
          <p className="font-mono text-meta leading-[18px] break-all">{certificate.fingerprint}</p>
        </div>
      )}
      <More label={t('door.noWarning')}>
        <RootCertificate />
      </More>
    </>
  );
}
