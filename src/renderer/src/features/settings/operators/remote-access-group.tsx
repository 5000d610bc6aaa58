import { useTranslation } from 'react-i18next';
import { formatPhrase } from '#renderer/language/phrases.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { formatList } from '#renderer/components/amounts.ts';
import { cn } from '#renderer/components/class-names.ts';
import { useCachedMutation, useRouteQuery, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useOffers, useOperators } from '#renderer/rpc/use-directory.ts';
import type { RemoteAccessView } from '#shared/contract/joining.ts';
import { openPort, outsideAddress } from '#shared/contract/fields.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { ConfirmButton } from '#renderer/components/actions.tsx';
import { fieldsOf, SavedNumber, SavedSwitch, SavedText } from '#renderer/components/saved-fields.tsx';
import { More } from '#renderer/components/folding.tsx';
import { Group, Loaded, Notice } from '../parts/section.tsx';
import { RootCertificate } from '../connection/certificate-panel.tsx';
import { CopiedLine } from '../parts/snippet.tsx';

/** Lets colleagues on the local network in, and shows them the way. */
export function RemoteAccessGroup({ remoteAccess }: { readonly remoteAccess: UseQueryResult<RemoteAccessView> }) {
  const { t } = useTranslation('team');
  const offersNetwork = useOffers('network');
  const lead = isOnlyHere(remoteAccess.data) ? 'remoteAccess.onlyHere' : 'remoteAccess.lead';
  return (
    <Group title={t('remoteAccess.title')} lead={t(offersNetwork ? lead : 'remoteAccess.proxyLead')}>
      <Loaded of={remoteAccess}>
        {(view) => (offersNetwork ? <RemoteAccessFields remoteAccess={view} /> : <OutsideField remoteAccess={view} />)}
      </Loaded>
    </Group>
  );
}

/** True if remote access is open, but at no address that another computer could reach. */
function isOnlyHere(remoteAccess: RemoteAccessView | undefined): boolean {
  return (
    remoteAccess?.urls.every(({ url }) => isLoopback(new URL(url).hostname)) === true && remoteAccess.urls.length > 0
  );
}

function RemoteAccessFields({ remoteAccess }: { readonly remoteAccess: RemoteAccessView }) {
  const { t } = useTranslation('team');
  const change = useCachedMutation('remoteAccess.change', 'remoteAccess.get', { after: (view) => view });
  const renewKey = useCachedMutation('remoteAccess.renewKey', 'remoteAccess.get', { after: (view) => view });
  const isWanted = remoteAccess.on || remoteAccess.isFixed;
  const of = fieldsOf({ on: isWanted, port: remoteAccess.port }, change.mutateAsync, { texts: 'team:remoteAccess.' });
  return (
    <>
      <SavedSwitch {...of('on')} {...(remoteAccess.isFixed && { hint: t('remoteAccess.fixed'), disabled: true })} />
      {remoteAccess.problem !== undefined && (
        <Notice tone="urgent" title={formatPhrase(remoteAccess.problem.what)}>
          {formatPhrase(remoteAccess.problem.todo)}
        </Notice>
      )}
      {isWanted && !remoteAccess.isFixed && <SavedNumber {...of('port')} rule={openPort} />}
      {remoteAccess.isOpen && <ConnectedNow />}
      {remoteAccess.isOpen && <RemoteAccessAddresses remoteAccess={remoteAccess} />}
      <More label={t('remoteAccess.more')}>
        <OutsideField remoteAccess={remoteAccess} />
      </More>
      <More label={t('remoteAccess.key.title')}>
        <p className="text-ui text-ink-quiet">{t('remoteAccess.key.lead')}</p>
        <ConfirmButton
          label={t('remoteAccess.key.make')}
          className="self-start"
          title={t('remoteAccess.key.ask')}
          will={[t('remoteAccess.key.will1'), t('remoteAccess.key.will2')]}
          confirmLabel={t('remoteAccess.key.confirm')}
          failed={t('remoteAccess.key.failed')}
          act={() => renewKey.mutateAsync({})}
          done={t('remoteAccess.key.done')}
        />
      </More>
    </>
  );
}

function OutsideField({ remoteAccess: { outside } }: { readonly remoteAccess: RemoteAccessView }) {
  const { mutateAsync } = useCachedMutation('remoteAccess.change', 'remoteAccess.get', { after: (view) => view });
  const of = fieldsOf({ outside }, mutateAsync, { texts: 'team:remoteAccess.' });
  return (
    <SavedText
      {...of('outside')}
      rule={outsideAddress}
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** Lists who has the console open in a browser or on another computer, besides whoever reads this here. */
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
      <p className="font-medium">{t('remoteAccess.connected')}</p>
      <p role="status" className={cn('wrap-anywhere', names.length === 0 && 'text-ink-quiet')}>
        {names.length === 0 ? t('remoteAccess.nobody') : formatList(names)}
      </p>
    </div>
  );
}

function RemoteAccessAddresses({ remoteAccess }: { readonly remoteAccess: RemoteAccessView }) {
  const { t } = useTranslation('team');
  const { urls, certificate } = remoteAccess;
  const onlyHere = isOnlyHere(remoteAccess);
  if (urls.length === 0) return <p className="text-ui text-ink-quiet">{t('remoteAccess.noNetwork')}</p>;
  return (
    <>
      <div className="flex flex-col gap-2">
        <p className="text-ui font-medium">{t(onlyHere ? 'remoteAccess.addressesHere' : 'remoteAccess.addresses')}</p>
        <ul className="flex flex-col gap-2">
          {urls.map(({ url }) => (
            <li key={url}>
              <CopiedLine text={url} copyLabel={t('remoteAccess.copyAddress', { url })} />
            </li>
          ))}
        </ul>
        {!onlyHere && <p className="text-ui text-ink-quiet">{t('remoteAccess.addressesMore')}</p>}
      </div>
      {certificate !== undefined && (
        <div className="flex flex-col gap-1 text-ui">
          <p>{t('remoteAccess.certificate')}</p>
          <p className="font-mono text-meta leading-[18px] break-all">{certificate.fingerprint}</p>
        </div>
      )}
      <More label={t('remoteAccess.noWarning')}>
        <RootCertificate />
      </More>
    </>
  );
}
