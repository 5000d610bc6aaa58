import { Globe, MessageSquarePlus } from 'lucide-react';
import { Fragment, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { create } from 'zustand';
import { Avatar, ChannelMark } from '#renderer/components/avatar.tsx';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatWaiting, Moment, useNow } from '#renderer/components/dates.tsx';
import { EmptyState, Loaded } from '#renderer/components/lists.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { ListPage, useResultKeys } from '#renderer/components/list-page.tsx';
import type { ListPosition } from '#renderer/state/page-state.ts';
import { PageLink } from '#renderer/components/page-link.tsx';
import { RowsSkeleton } from '#renderer/components/progress.tsx';
import { ofLocale } from '#renderer/language/i18n.ts';
import { setWritingKind } from '#renderer/rpc/written.ts';
import { useRouteMutation, useRouteQuery } from '#renderer/rpc/ask.ts';
import { customerName, useChannel, useChannels } from '#renderer/rpc/use-directory.ts';
import type { ListedVisitor } from '#shared/contract/visitors.ts';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Field, Textarea } from '#renderer/components/field.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { DialogForm } from '#renderer/components/actions.tsx';

/** The row used last, while the window is open. */
const useListPosition = create((): ListPosition => ({ scrolled: 0, opened: undefined }));

/** Lists the visitors on the websites now. Lives at `/visitors`. */
export function VisitorsScreen() {
  const { t } = useTranslation('website');
  const list = useRouteQuery('visitors.list', {});
  const [invited, setInvited] = useState<string>();
  const screen = useRef<HTMLElement>(null);
  useResultKeys(screen, useListPosition);
  const listsAll = useChannels().data?.some(({ site }) => site?.listsAll === true) ?? false;
  const isThere = list.data?.visitors.some(({ id, leftAt }) => id === invited && leftAt === undefined) ?? false;
  return (
    <ListPage ref={screen} title={t('visitors.title')}>
      <Loaded query={list} loading={<RowsSkeleton label={t('visitors.loading')} />} failed={t('visitors.notLoaded')}>
        {({ visitors, here }) => {
          const there = visitors.filter(({ leftAt }) => leftAt === undefined);
          if (there.length === 0)
            return (
              <EmptyState icon={<Globe />} title={t('visitors.emptyTitle')}>
                {t(listsAll ? 'visitors.allEmpty' : 'visitors.empty')}
              </EmptyState>
            );
          return (
            <>
              <p className="-mt-3 text-ui text-ink-quiet">
                {t(listsAll ? 'visitors.allHere' : 'visitors.here', { count: here })}{' '}
                {here > there.length && t('visitors.newest', { count: there.length })}
              </p>
              <Rows label={t('visitors.title')} rows={there} keyOf={({ id }) => id}>
                {(visitor) => <VisitorRow visitor={visitor} onInvite={() => setInvited(visitor.id)} />}
              </Rows>
            </>
          );
        }}
      </Loaded>
      <InviteDialog visitorId={invited} isThere={isThere} onClose={() => setInvited(undefined)} />
    </ListPage>
  );
}

/** A visitor, the page they are on, since when; and a way to write to them. */
function VisitorRow({ visitor, onInvite }: { readonly visitor: ListedVisitor; readonly onInvite: () => void }) {
  const { t } = useTranslation(['website', 'conversation']);
  const [, navigate] = useLocation();
  const nameId = useId();
  const pageId = useId();
  const { chat, page, language, since } = visitor;
  const channel = useChannel(visitor.channelId);
  const name = <bdi>{customerName(chat ?? {})}</bdi>;
  const spoken = language === undefined ? undefined : languageName(language);
  return (
    <div className="flex min-h-14 items-center gap-3 py-2 ps-4 pe-2">
      <Avatar
        name={chat?.name}
        seed={visitor.customerId ?? visitor.id}
        mark={channel && <ChannelMark channel={channel} size={14} />}
      />
      <div className="@container flex min-w-0 flex-1 flex-col">
        <p className="flex items-baseline gap-3">
          <bdi id={nameId} className="min-w-0 flex-1 truncate text-ui leading-6 font-medium">
            {chat === undefined ? (
              name
            ) : (
              <Link href={`/chat/${chat.id}`} className="inline-block align-top leading-6 text-ink">
                {name}
              </Link>
            )}
          </bdi>
          <Stay since={since} />
        </p>
        <p id={pageId} className="flex min-w-0 text-meta leading-6 text-ink-quiet">
          {page !== undefined && <PageLink page={page} sites={channel?.site?.sites} />}
          <span className={cn('min-w-0 truncate', page !== undefined && 'max-w-1/2 shrink-0 @max-[300px]:hidden')}>
            {[spoken, channel?.name].map(
              (known, index) =>
                known !== undefined && (
                  <Fragment key={index}>
                    {(page !== undefined || index > 0) && <span aria-hidden>{'\u00A0· '}</span>}
                    <bdi>{known}</bdi>
                  </Fragment>
                ),
            )}
          </span>
        </p>
      </div>
      {chat === undefined ? (
        <Button data-result={visitor.id} aria-describedby={pageId} onClick={onInvite} className="max-[480px]:px-2">
          <MessageSquarePlus aria-hidden className="size-4" />
          <span className="max-[480px]:sr-only">{t('visitors.invite')}</span>
        </Button>
      ) : (
        <IconButton
          label={t('conversation:composer.begin')}
          data-result={visitor.id}
          aria-describedby={nameId}
          icon={<MessageSquarePlus />}
          onClick={() => {
            // After a closed one, a new chat.
            if (chat.state === 'closed') setWritingKind(chat.id, 'first');
            navigate(`/chat/${chat.id}`);
          }}
        />
      )}
    </div>
  );
}

/** Length of a visitor's stay, ticking. */
function Stay({ since }: { readonly since: number }) {
  const words = useNow((now) => formatWaiting(since, now));
  return (
    <Moment at={since} className="tabular shrink-0 text-ink-quiet">
      {words}
    </Moment>
  );
}

const languageNames = ofLocale((at) => new Intl.DisplayNames(at, { type: 'language', languageDisplay: 'standard' }));

/** A browser's language in this window's: "German (Austria)"; as it was said, if it names none. */
function languageName(tag: string): string {
  try {
    return languageNames().of(new Intl.Locale(tag).baseName) ?? tag;
  } catch {
    return tag;
  }
}

interface InviteDialogProps {
  /** undefined: closed */
  readonly visitorId: string | undefined;
  /** the visitor is still on the website */
  readonly isThere: boolean;
  readonly onClose: () => void;
}

/** Writes a text that a visitor sees beside the button on the page; it is kept for the next one until it is shown. */
function InviteDialog({ visitorId, isThere, onClose }: InviteDialogProps) {
  const { t } = useTranslation('website');
  const [text, setText] = useState('');
  const { mutateAsync } = useRouteMutation('visitors.invite');
  const trimmed = text.trim();
  const hasLeft = visitorId !== undefined && !isThere;
  return (
    <Dialog
      open={visitorId !== undefined}
      onClose={onClose}
      title={t('visitors.inviteTitle')}
      description={t('visitors.inviteLead')}
    >
      <DialogForm
        confirmLabel={t('visitors.show')}
        isReady={trimmed !== '' && !hasLeft}
        failed={t('visitors.notShown')}
        act={async () => {
          if (visitorId === undefined) return;
          await mutateAsync({ visitorId, text: trimmed });
          setText('');
          notify(t('visitors.shown'));
          onClose();
        }}
      >
        <Field label={t('visitors.text')} error={hasLeft ? t('visitors.gone') : undefined}>
          <Textarea
            isProse
            rows={3}
            maxLength={300}
            placeholder={t('visitors.placeholder')}
            value={text}
            onValueChange={setText}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
