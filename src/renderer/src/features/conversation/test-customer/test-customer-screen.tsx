import { SlidersHorizontal, Store, Paperclip, SendHorizontal, TextQuote } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { isPressed } from '#renderer/components/commands.tsx';
import { Drawer } from '#renderer/components/dialog.tsx';
import { EmptyState } from '#renderer/components/lists.tsx';
import { Menu, MenuItem } from '#renderer/components/popups.tsx';
import { OwnersOnly } from '#renderer/components/owners-only.tsx';
import { useMediaQuery } from '#renderer/components/page-state.ts';
import { useConnection } from '#renderer/rpc/console-context.tsx';
import { useMay } from '#renderer/rpc/ask.ts';
import { useChannels, useOwnerNames } from '#renderer/rpc/use-directory.ts';
import { hasTestCustomer } from '#shared/domain/channel-kinds.ts';
import type { TestSession, TestSample } from '#shared/contract/test-customer.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { WritingBox, useTypingSignal } from '../composer.tsx';
import { kindLabel } from '../conversation-text.ts';
import { kindView, kindViews } from '../kinds/kinds.tsx';
import { Controls, type ControlsProps, type Identity, keepIdentity, useSending, useTestSession } from './controls.tsx';
import { Transcript } from './transcript.tsx';

interface TestCustomerScreenProps {
  /** the initial channel; empty: the first one */
  readonly channelId: string;
}

/** A customer's chat window over the real interface, with test controls. Lives at `/test-customer?channel=…`. */
export function TestCustomerScreen({ channelId: given }: TestCustomerScreenProps) {
  const { t } = useTranslation(['channels', 'app']);
  const [chosen, setChosen] = useState(given);
  const channels = useChannels();
  const owners = useOwnerNames();
  const may = useMay('owner');
  const playable = channels.data?.filter(({ kind }) => hasTestCustomer[kind]);
  const channel = playable?.find(({ id }) => id === chosen) ?? playable?.[0];
  const title = channel === undefined ? undefined : t('testCustomer.windowTitle', { channel: channel.name });
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);

  const choose = (id: string) => {
    setChosen(id);
    window.location.replace(`#/test-customer?channel=${encodeURIComponent(id)}`);
  };

  if (playable === undefined || channel === undefined || may !== true)
    return (
      <main className="grid h-full place-content-center bg-sunken">
        <h1 className="sr-only">{t('app:testCustomer')}</h1>
        {may === false && <OwnersOnly owners={owners} />}
        {may === true && playable !== undefined && (
          <EmptyState icon={<Store />} title={t('testCustomer.noChannel')}>
            {t('testCustomer.noChannelHint')}
          </EmptyState>
        )}
      </main>
    );
  return <ChatWindow key={channel.id} channel={channel} channels={playable} onChooseChannel={choose} />;
}

/** A channel's chat window; controls beside it, or in a drawer if there is no room. */
function ChatWindow(choice: Pick<ControlsProps, 'channel' | 'channels' | 'onChooseChannel'>) {
  const { channel } = choice;
  const { t } = useTranslation('channels');
  const [useIdentity] = useState(() => keepIdentity(channel.id));
  const identity = useIdentity();
  const [controlsOpen, setControlsOpen] = useState(false);
  const roomBeside = useMediaQuery('(min-width: 820px)');
  const session = useTestSession(channel.id, identity).data;
  const sending = useSending(channel.id, identity.senderId);

  const become = (next: Identity) => useIdentity.setState(next);
  const controls = { ...choice, identity, onBecome: become, switches: session?.switches };

  return (
    <div className="flex h-full justify-center bg-sunken panes:gap-6 panes:p-6">
      <main className="flex min-w-0 flex-1 flex-col overflow-hidden bg-raised panes:max-w-[480px] panes:rounded-card panes:border panes:shadow-float">
        <Header channel={channel} session={session} onControls={roomBeside ? undefined : () => setControlsOpen(true)} />
        {session?.receivesReplies === false && (
          <p className="border-b bg-attention-tint px-4 py-2 text-ui text-attention">
            {t('testCustomer.repliesElsewhere')}
          </p>
        )}
        {channel.secretLost === true && (
          <p className="border-b bg-attention-tint px-4 py-2 text-ui text-attention">{t('testCustomer.addressLost')}</p>
        )}
        <Transcript session={session} shopName={channel.name} />
        <Composer
          key={identity.senderId}
          onSend={(text, onFailed) => sending.text.mutate(text, { onError: onFailed })}
          onSample={(sample) => sending.sample.mutate(sample)}
          onTyping={sending.typing}
        />
      </main>
      {roomBeside ? (
        <aside
          aria-label={t('testCustomer.control.title')}
          className="w-[300px] shrink-0 overflow-y-auto rounded-card border bg-ground p-5"
        >
          <Controls key={identity.senderId} {...controls} />
        </aside>
      ) : (
        <Drawer
          open={controlsOpen}
          onClose={() => setControlsOpen(false)}
          title={t('testCustomer.control.title')}
          className="overflow-y-auto bg-ground p-5"
        >
          <Controls key={identity.senderId} {...controls} onClose={() => setControlsOpen(false)} />
        </Drawer>
      )}
    </div>
  );
}

interface HeaderProps {
  readonly channel: Channel;
  readonly session: TestSession | undefined;
  /** undefined if the controls are beside it */
  readonly onControls: (() => void) | undefined;
}

function Header({ channel, session, onControls }: HeaderProps) {
  const { t } = useTranslation('channels');
  const lost = useConnection().state === 'lost';
  const status = lost ? null : (session?.status ?? null);
  const said = channel.secretLost === true ? 0 : status;
  return (
    <header className="flex items-center gap-3 bg-shop px-4 py-3.5 text-shop-ink">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-shop-ink/15">
        <Store className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-heading font-semibold">{channel.name}</h1>
        <p role="status" className="flex items-center gap-1.5 text-ui text-shop-quiet">
          <span
            aria-hidden
            className={cn('size-2 shrink-0 rounded-full border-2 border-shop-quiet', status === 1 && 'bg-shop-quiet')}
          />
          {t(`testCustomer.${lost ? 'notAnswering' : said === null ? 'unknown' : said === 1 ? 'online' : 'offline'}`)}
        </p>
      </div>
      {onControls !== undefined && (
        <IconButton
          label={t('testCustomer.control.open')}
          icon={<SlidersHorizontal />}
          tooltipSide="bottom"
          className="text-shop-ink not-data-disabled:hover:bg-shop-ink/15 focus-visible:outline-shop-ink"
          onClick={onControls}
        />
      )}
    </header>
  );
}

/** An example of each kind but text, by name. */
const samples = Object.keys(kindViews) as (keyof typeof kindViews)[];

interface ComposerProps {
  /** `onFailed` returns the text if it could not be sent */
  readonly onSend: (text: string, onFailed: () => void) => void;
  readonly onSample: (sample: TestSample) => void;
  readonly onTyping: (typing: boolean) => Promise<unknown>;
}

/** The customer's composer: Enter sends, Shift+Enter breaks the line. */
function Composer({ onSend, onSample, onTyping }: ComposerProps) {
  const { t } = useTranslation('channels');
  const [text, setText] = useState('');
  const typing = useTypingSignal(onTyping);

  const send = () => {
    if (text.trim() === '') return;
    setText('');
    typing.stopped();
    onSend(text, () => setText((later) => (later === '' ? text : `${text}\n${later}`)));
  };

  return (
    <WritingBox
      aria-label={t('testCustomer.compose')}
      placeholder={t('testCustomer.placeholder')}
      value={text}
      maxLength={20_000}
      autoFocus
      onWrite={(next) => {
        setText(next);
        typing.wrote(next);
      }}
      onSubmit={send}
      onKeyDown={(event) => {
        if (!isPressed(event, 'send')) return;
        event.preventDefault();
        send();
      }}
    >
      <Menu side="top" trigger={<IconButton label={t('testCustomer.attach')} icon={<Paperclip />} />}>
        {samples.map((kind) => (
          <MenuItem key={kind} icon={kindView(kind).icon} onSelect={() => onSample(kind)}>
            {kindLabel(kind)}
          </MenuItem>
        ))}
        <MenuItem icon={<TextQuote />} onSelect={() => onSample('long_text')}>
          {t('testCustomer.longText')}
        </MenuItem>
      </Menu>
      <IconButton
        type="submit"
        label={t('testCustomer.send')}
        icon={<SendHorizontal />}
        disabled={text.trim() === ''}
        className="ms-auto rounded-full bg-shop text-shop-ink not-data-disabled:hover:bg-shop"
      />
    </WritingBox>
  );
}
