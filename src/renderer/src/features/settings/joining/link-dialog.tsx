import { useTranslation } from 'react-i18next';
import { useState, useEffect, useRef } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { useNow } from '#renderer/components/dates.tsx';
import { useRouteQueryFor, useCachedMutation, useMay } from '#renderer/rpc/ask.ts';
import { useMe, useOffers } from '#renderer/rpc/use-directory.ts';
import type { InvitationLink } from '#shared/contract/joining.ts';
import { readInvitation } from '#shared/domain/invitation.ts';
import { More } from '#renderer/components/folding.tsx';
import { QrPicture } from '../parts/qr-code.tsx';
import { Notice } from '../parts/section.tsx';
import { Facts, CopiedField } from '../parts/snippet.tsx';
import { formatUntil } from './joining.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { openPort } from '#shared/contract/fields.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { useAction } from '#renderer/components/actions.tsx';
import { fieldsOf, SavedNumber } from '#renderer/components/saved-fields.tsx';

interface LinkDialogProps {
  readonly link: InvitationLink | undefined;
  readonly onClose: () => void;
  /** colleagues reach this installation at another address now */
  readonly onMoved: (link: InvitationLink) => void;
}

export function LinkDialog({ link, onClose, onMoved }: LinkDialogProps) {
  const { t } = useTranslation('team');
  const meId = useMe().data?.id;
  // Its words stay while it closes.
  const [shown, setShown] = useState(link);
  if (link !== undefined && link !== shown) setShown(link);
  const { name = '', operatorId } = shown?.invitation ?? {};
  const isOwn = operatorId !== undefined && operatorId === meId;
  return (
    <Dialog
      open={link !== undefined}
      onClose={onClose}
      title={
        isOwn
          ? t('joining.link.own')
          : t(operatorId === undefined ? 'joining.link.colleague' : 'joining.link.device', { name })
      }
      description={isOwn ? t('joining.link.ownLead') : t('joining.link.lead')}
      footer={<DialogClose render={<Button variant="primary">{t('joining.link.done')}</Button>} />}
    >
      {shown !== undefined && <LinkPanel link={shown} isOwn={isOwn} onMoved={() => onMoved(shown)} />}
    </Dialog>
  );
}

interface LinkPanelProps {
  readonly link: InvitationLink;
  readonly isOwn: boolean;
  readonly onMoved: () => void;
}

function LinkPanel({ link: { invitation, web, pin }, isOwn, onMoved }: LinkPanelProps) {
  const { t } = useTranslation('team');
  const isOwner = useMay('owner') === true;
  const until = useNow((now) => formatUntil(invitation.until, now));
  const { protocol, hostname } = new URL(web);
  const isLocal = isLoopback(hostname);
  // Remote access itself is open here only, which nobody can change while Counterbell runs.
  const isFixed = isLocal && protocol === 'https:';
  const offersNetwork = useOffers('network');
  const how = !isOwner ? 'operator' : !offersNetwork ? 'proxy' : isFixed ? 'fixed' : 'owner';
  return (
    <div className="flex flex-col gap-4">
      {isLocal && (
        <Notice tone="attention" title={t('joining.local.title')}>
          <p>{t(`joining.local.${how}`)}</p>
          {how === 'owner' && (
            <div className="mt-1.5 text-ink">
              <OpenRemoteAccess onOpen={onMoved} />
            </div>
          )}
        </Notice>
      )}
      <CopiedField
        label={t('joining.link.label')}
        hint={t('joining.link.once', { until })}
        copyLabel={t('joining.link.copy')}
        text={web}
      />
      <div className="flex flex-wrap items-center gap-4">
        <QrPicture
          text={web}
          label={isOwn ? t('joining.link.ownCode') : t('joining.link.code', { name: invitation.name })}
          className="size-52"
        />
        {!isLocal && (
          <p className="min-w-44 flex-1 text-ui text-ink-quiet">
            {t(isOwn ? 'joining.link.ownHow' : 'joining.link.how')}
          </p>
        )}
      </div>
      <More label={t('joining.details.title')}>
        <Details web={web} pin={pin} />
      </More>
    </div>
  );
}

/** For those who compare before they trust. */
function Details({ web, pin }: Pick<InvitationLink, 'web' | 'pin'>) {
  const { t } = useTranslation('team');
  const certificate = useRouteQueryFor('owner', 'remoteAccess.get', {}).data?.certificate;
  const code = readInvitation(web);
  const addresses =
    typeof code === 'string'
      ? []
      : code.addresses.map((address) => (typeof address === 'string' ? address : address.u));
  const mono = (text: string) => <span className="font-mono text-meta leading-[18px] break-all">{text}</span>;
  return (
    <div className="flex flex-col gap-3 text-ui">
      <Facts
        className="grid-cols-1"
        facts={[
          [
            t('joining.details.addresses'),
            <ul key="all">
              {addresses.map((address) => (
                <li key={address}>{mono(address)}</li>
              ))}
            </ul>,
          ],
          certificate && [t('joining.details.certificate'), mono(certificate.fingerprint)],
          [t('joining.details.key'), mono(hexOf(pin))],
        ]}
      />
      <p className="text-ink-quiet">{t('joining.details.compare')}</p>
    </div>
  );
}

/** A digest as browsers show it: `3F:0A:…` */
function hexOf(base64url: string): string {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()).join(':');
}

/** Lets colleagues in, and calls back once they can come. */
export function OpenRemoteAccess({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('team');
  const remoteAccess = useRouteQueryFor('owner', 'remoteAccess.get', {}).data;
  const { mutateAsync: change } = useCachedMutation('remoteAccess.change', 'remoteAccess.get', {
    after: (view) => view,
  });
  const { pending, run } = useAction(t('joining.failed'));
  const isReachable = remoteAccess !== undefined && remoteAccess.isOpen && remoteAccess.urls.length > 0;
  const whenOpen = useRef(onOpen);
  whenOpen.current = onOpen;
  useEffect(() => {
    if (isReachable) whenOpen.current();
  }, [isReachable]);
  if (remoteAccess === undefined) return null;
  const isOpening = pending || (remoteAccess.on && !remoteAccess.isOpen && remoteAccess.problem === undefined);
  return (
    <div className="flex flex-col items-start gap-4">
      {remoteAccess.problem !== undefined && (
        <Notice tone="urgent" title={formatPhrase(remoteAccess.problem.what)}>
          {formatPhrase(remoteAccess.problem.todo)}
        </Notice>
      )}
      {remoteAccess.problem !== undefined && !remoteAccess.isFixed && (
        <SavedNumber
          {...fieldsOf({ port: remoteAccess.port }, change, { texts: 'team:remoteAccess.' })('port')}
          rule={openPort}
        />
      )}
      {remoteAccess.isOpen && remoteAccess.urls.length === 0 && (
        <Notice tone="attention" title={t('remoteAccess.noNetwork')} />
      )}
      {!remoteAccess.on && !remoteAccess.isFixed && (
        <Button variant="primary" pending={isOpening} onClick={() => void run(() => change({ on: true }))}>
          {t('remoteAccess.on')}
        </Button>
      )}
      <p role="status" className="text-ui text-ink-quiet empty:hidden">
        {isOpening ? t('joining.remoteAccess.opening') : ''}
      </p>
    </div>
  );
}
