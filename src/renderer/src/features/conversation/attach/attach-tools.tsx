import { Popover } from '@base-ui/react/popover';
import { Mic, MapPin, Paperclip, Image, Sticker as StickerIcon } from 'lucide-react';
import { Suspense, useState, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#renderer/components/button.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { Menu, MenuItem } from '#renderer/components/menu.tsx';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useCommands } from '#renderer/components/use-commands.tsx';
import { useChannel } from '#renderer/rpc/use-directory.ts';
import { useReplyMedia } from '#renderer/rpc/use-messages.ts';
import type { MediaReply } from '#shared/contract/media.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { sendIdentified } from './attaching.ts';
import type { NewFile } from './attachments.ts';
import { isFetchedFromHere } from './composer-top.tsx';
import type { Recorder } from './use-recorder.ts';

export const LocationDialog = lazy(async () => (await import('./location-dialog.tsx')).LocationDialog);

interface AttachToolsProps {
  readonly chat: Chat;
  readonly customerName: string;
  readonly isSmall: boolean;
  readonly recorder: Recorder;
  readonly onAttach: (files: readonly NewFile[]) => void;
}

/** The composer's tools for what is not text: files, a place, a sticker, one's voice. */
export function AttachTools({ chat, customerName, isSmall, recorder, onAttach }: AttachToolsProps) {
  const { t } = useTranslation('conversation');
  const [isPlacing, setPlacing] = useState(false);
  // Stays once it was opened, so that it closes as it opened.
  const [wasPlacing, setPlaced] = useState(false);
  const place = (): void => {
    setPlaced(true);
    setPlacing(true);
  };
  const channel = useChannel(chat.channelId);
  const replyMedia = useReplyMedia();
  useCommands({ recordVoice: recorder.state.is === 'resting' ? recorder.start : undefined });
  const sendAtOnce = (part: MediaReply, notSent: string): void => {
    sendIdentified(`${chat.id} at once`, chat.id, [part], replyMedia).catch((error: unknown) =>
      sayTrouble(notSent, error instanceof Error ? error.message : undefined),
    );
  };
  return (
    <>
      <AttachButton onFiles={(files) => onAttach(files.map((file) => ({ file })))} onLocation={place} />
      <IconButton
        label={t('attach.record')}
        icon={<Mic />}
        disabled={recorder.state.is !== 'resting'}
        onClick={recorder.start}
      />
      <StickerButton
        leavesHere={isFetchedFromHere(channel)}
        isSmall={isSmall}
        onPick={(stickerId) => sendAtOnce({ type: 'sticker_of_ours', stickerId }, t('attach.stickerNotSent'))}
      />
      <Suspense>
        {wasPlacing && (
          <LocationDialog
            open={isPlacing}
            onOpenChange={setPlacing}
            customerName={customerName}
            onSend={({ latitude, longitude, title }) =>
              sendAtOnce(
                { type: 'location', latitude, longitude, ...(title !== '' && { title }) },
                t('attach.locationNotSent'),
              )
            }
          />
        )}
      </Suspense>
    </>
  );
}

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onLocation: () => void;
}

/** Opens what can be attached: files of this computer, and a place. */
function AttachButton({ onFiles, onLocation }: AttachButtonProps) {
  const { t } = useTranslation('conversation');
  const chooser = useRef<HTMLInputElement>(null);
  useCommands({ attachFiles: () => chooser.current?.click(), sendLocation: onLocation });
  return (
    <>
      <Menu side="top" trigger={<IconButton label={t('attach.attach')} icon={<Paperclip />} />}>
        <MenuItem icon={<Image />} onSelect={() => chooser.current?.click()}>
          {t('attach.files')}
        </MenuItem>
        <MenuItem icon={<MapPin />} onSelect={onLocation}>
          {t('attach.location')}
        </MenuItem>
      </Menu>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t('attach.files')}
        onChange={(event) => {
          onFiles(Array.from(event.target.files ?? []));
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}

export const StickerPanel = lazy(async () => (await import('./sticker-panel.tsx')).StickerPanel);

export interface StickerButtonProps {
  readonly onPick: (stickerId: string) => void;
  /** what is sent from here goes out over the listener, and somebody outside has to reach it */
  readonly leavesHere: boolean;
  /** in a small window: leads nowhere else */
  readonly isSmall: boolean;
}

/** Opens the stickers; one that is pressed is sent. */
function StickerButton({ onPick, leavesHere, isSmall }: StickerButtonProps) {
  const { t } = useTranslation('conversation');
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => (next ? StickerPanel.whenThere(() => setOpen(true)) : setOpen(false))}
    >
      <Popover.Trigger render={<IconButton label={t('attach.stickers')} icon={<StickerIcon />} />} />
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={8} className="z-40">
          <Popover.Popup
            aria-label={t('attach.stickers')}
            finalFocus={false}
            className="flex max-h-80 w-[316px] max-w-[calc(100vw-32px)] flex-col overflow-hidden rounded-card border bg-raised shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Suspense fallback={<div className="h-24" />}>
              <StickerPanel
                leavesHere={leavesHere}
                isSmall={isSmall}
                onPick={(stickerId) => {
                  setOpen(false);
                  onPick(stickerId);
                }}
              />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
