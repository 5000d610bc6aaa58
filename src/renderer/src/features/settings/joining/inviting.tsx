import '#renderer/language/team.ts';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#renderer/components/dialog.tsx';
import type { Call } from '#renderer/rpc/transport.ts';
import { lazy, MountOnOpen } from '#renderer/components/lazy.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useMay } from '#renderer/rpc/may.ts';
import type { InvitationLink } from '#shared/contract/joining.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Role } from '#shared/domain/entities.ts';
import { notifyFailure } from '#renderer/components/toaster.tsx';

const ColleagueDialog = lazy(async () => (await import('../operators/operator-form.tsx')).ColleagueDialog);
const LinkDialog = lazy(async () => (await import('./link-dialog.tsx')).LinkDialog);
const OpenDoor = lazy(async () => (await import('./link-dialog.tsx')).OpenDoor);

/** What a link is wanted for. */
type Wish =
  | { readonly for: 'colleague'; readonly name: string; readonly role: Role }
  /** another device of this colleague */
  | { readonly for: 'device'; readonly operatorId: string }
  /** another device of one's own */
  | { readonly for: 'self' }
  /** an open invitation, again */
  | { readonly for: 'again'; readonly invitationId: string };

type Step =
  | { readonly at: 'form' }
  | { readonly at: 'door'; readonly wish: Wish }
  | { readonly at: 'link'; readonly link: InvitationLink };

export interface Inviting {
  /** asks for a colleague's name and role */
  readonly ask: () => void;
  /** gets a link and shows it */
  readonly get: (wish: Wish) => Promise<void>;
  /** the dialogs; render them once */
  readonly dialogs: ReactNode;
}

interface InvitingOptions {
  /** offers an access key instead of an invitation */
  readonly onWithKey?: () => void;
}

/** From the wish for an invitation to its link: asks for a name, lets colleagues in if nobody could come, shows the link. */
export function useInviting({ onWithKey }: InvitingOptions = {}): Inviting {
  const { t } = useTranslation('team');
  const { call } = useConsole();
  const isOwner = useMay('owner') === true;
  const [step, setStep] = useState<Step>();
  const close = (): void => setStep(undefined);

  const next = async (wish: Wish): Promise<Step> => {
    try {
      return { at: 'link', link: await linkFor(call, wish) };
    } catch (error) {
      if (isOwner && error instanceof ContractError && error.code === 'door_closed') return { at: 'door', wish };
      throw error;
    }
  };
  const get = async (wish: Wish): Promise<void> => {
    try {
      setStep(await next(wish));
    } catch (error) {
      notifyFailure(t('joining.failed'), error);
      close();
    }
  };
  const dialogs = (
    <>
      <MountOnOpen open={step?.at === 'form'}>
        <ColleagueDialog
          open={step?.at === 'form'}
          onClose={close}
          onWithKey={
            onWithKey &&
            (() => {
              close();
              onWithKey();
            })
          }
          send={async (typed) => {
            const following = await next({ for: 'colleague', ...typed });
            return () => setStep(following);
          }}
        />
      </MountOnOpen>
      <Dialog
        open={step?.at === 'door'}
        onOpenChange={(open) => !open && close()}
        title={t('joining.door.title')}
        description={t('joining.door.lead')}
      >
        <Suspense>{step?.at === 'door' && <OpenDoor onOpen={() => void get(step.wish)} />}</Suspense>
      </Dialog>
      <MountOnOpen open={step?.at === 'link'}>
        <LinkDialog
          link={step?.at === 'link' ? step.link : undefined}
          onClose={close}
          onMoved={({ invitation: { id } }) => void get({ for: 'again', invitationId: id })}
        />
      </MountOnOpen>
    </>
  );
  return { ask: () => setStep({ at: 'form' }), get, dialogs };
}

function linkFor(call: Call, wish: Wish): Promise<InvitationLink> {
  switch (wish.for) {
    case 'colleague':
      return call('invitations.create', { name: wish.name, role: wish.role });
    case 'device':
      return call('invitations.create', { operatorId: wish.operatorId });
    case 'self':
      return call('devices.invite', {});
    case 'again':
      return call('invitations.link', { invitationId: wish.invitationId });
  }
}
