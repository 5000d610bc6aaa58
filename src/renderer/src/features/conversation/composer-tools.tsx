import {
  Camera,
  Image,
  MapPin,
  MessageSquareQuote,
  Mic,
  Paperclip,
  SmilePlus,
  Sticker as StickerIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { memo, type ChangeEvent, useRef, useState } from 'react';
import { IconButton } from '#renderer/components/button.tsx';
import { insertAtCaret } from '#renderer/components/keys.tsx';
import { lazy, lazyInSuspense, MountOnOpen } from '#renderer/components/lazy.tsx';
import { Popover, Menu, MenuItem } from '#renderer/components/popups.tsx';
import type { SavedReply } from '#shared/contract/replies.ts';
import type { MediaReply } from '#shared/domain/kinds/kinds.ts';
import { hasTouchKeyboard, useMediaQuery } from '#renderer/state/page-state.ts';
import { errorNotifier } from '#renderer/components/toaster.tsx';
import { useCommands } from '#renderer/state/commands.tsx';
import { localization } from '#renderer/language/i18n.ts';
import { useStickers } from '#renderer/rpc/use-directory.ts';
import { useReplyMedia } from '#renderer/rpc/use-messages.ts';
import { useConversationBasics } from './conversation-context.ts';
import { SavedPanel } from './saved/saved-panel.tsx';
import { useFilled, useInsertReply } from './saved/use-slash.tsx';
import { sendIdentified, type Recorder } from './attach/attaching.ts';
import type { NewFile } from './attach/attachments.ts';
import { StickerPanel } from './attach/sticker-panel.tsx';

/** Opens the saved replies; the chosen one is inserted at the caret. */
export const SavedButton = memo(function SavedButton() {
  const { t } = useTranslation('conversation');
  const { field } = useConversationBasics();
  const filled = useFilled();
  const insert = useInsertReply();
  return (
    <Popover
      label={t('savedReplies.title')}
      trigger={<IconButton label={t('savedReplies.title')} shortcut="/" icon={<MessageSquareQuote />} />}
      side="top"
      align="start"
      finalFocus={field}
      className="w-[360px] overflow-hidden"
    >
      {(close) => (
        <SavedPanel
          filled={filled}
          onPick={(reply: SavedReply) => {
            close();
            const { current } = field;
            if (current !== null) insert(reply, current.selectionStart, current.selectionEnd);
          }}
        />
      )}
    </Popover>
  );
});

const EmojiPanel = lazyInSuspense(async () => {
  const { EmojiPanel: Panel, loadEmoji } = await import('./emoji-panel.tsx');
  // The picker itself would not say that its emoji could not be loaded.
  await loadEmoji(localization.language().code);
  return Panel;
});

/** The emoji picker, loaded on first use. Inserts the emoji at the caret. */
export const EmojiButton = memo(function EmojiButton() {
  const { t } = useTranslation('conversation');
  const { field } = useConversationBasics();
  return (
    <Popover
      label={t('composer.emoji')}
      trigger={<IconButton label={t('composer.emoji')} icon={<SmilePlus />} />}
      side="top"
      align="start"
      finalFocus={false}
      className="h-80 w-[316px]"
    >
      {(close) => (
        <EmojiPanel
          onPick={(emoji) => {
            close();
            if (field.current !== null) insertAtCaret(field.current, emoji);
          }}
        />
      )}
    </Popover>
  );
});

const LocationDialog = lazy(async () => (await import('./kinds/location-dialog.tsx')).LocationDialog);

interface AttachToolsProps {
  readonly recorder: Recorder;
  readonly onAttach: (files: readonly NewFile[]) => void;
}

/** The composer's tools beyond text: files, location, sticker, voice. */
export function AttachTools({ recorder, onAttach }: AttachToolsProps) {
  const { t } = useTranslation('conversation');
  const { chatId, field } = useConversationBasics();
  const [isPlacing, setPlacing] = useState(false);
  const replyMedia = useReplyMedia();
  const hasStickers = (useStickers().data ?? []).length > 0;
  useCommands({ recordVoice: recorder.state === 'resting' ? recorder.start : undefined });
  const sendNow = (part: MediaReply, notSent: string): void => {
    sendIdentified(`${chatId} at once`, chatId, [part], replyMedia).catch(errorNotifier(notSent));
    if (!hasTouchKeyboard()) field.current?.focus();
  };
  return (
    <>
      <AttachButton
        onFiles={(files) => onAttach(files.map((file) => ({ file })))}
        onLocation={() => setPlacing(true)}
      />
      <IconButton
        label={t('attach.record')}
        icon={<Mic />}
        disabled={recorder.state !== 'resting'}
        onClick={recorder.start}
      />
      {hasStickers && (
        <Popover
          label={t('attach.stickers')}
          trigger={<IconButton label={t('attach.stickers')} icon={<StickerIcon />} />}
          side="top"
          align="start"
          finalFocus={field}
          className="w-[316px] overflow-hidden"
        >
          {(close) => (
            <StickerPanel
              onPick={(stickerId) => {
                close();
                sendNow({ type: 'sticker_of_ours', stickerId }, t('attach.stickerNotSent'));
              }}
            />
          )}
        </Popover>
      )}
      <MountOnOpen open={isPlacing}>
        <LocationDialog
          open={isPlacing}
          onClose={() => setPlacing(false)}
          onSend={(part) => sendNow(part, t('attach.locationNotSent'))}
        />
      </MountOnOpen>
    </>
  );
}

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onLocation: () => void;
}

/** Opens the menu of attachments: files, and a location. */
function AttachButton({ onFiles, onLocation }: AttachButtonProps) {
  const { t } = useTranslation('conversation');
  const { field } = useConversationBasics();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  // Phones and tablets open their camera; other computers would show the same choice of files.
  const hasCamera = useMediaQuery('(pointer: coarse)');
  useCommands({ attachFiles: () => chooser.current?.click(), sendLocation: onLocation });
  const onChosen = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    onFiles(Array.from(target.files ?? []));
    // Allows choosing the same file again.
    target.value = '';
  };
  return (
    <>
      <Menu side="top" trigger={<IconButton label={t('attach.attach')} icon={<Paperclip />} />} finalFocus={field}>
        {hasCamera && (
          <MenuItem icon={<Camera />} onSelect={() => camera.current?.click()}>
            {t('attach.takePhoto')}
          </MenuItem>
        )}
        <MenuItem icon={<Image />} onSelect={() => chooser.current?.click()}>
          {t('attach.files')}
        </MenuItem>
        <MenuItem icon={<MapPin />} onSelect={onLocation}>
          {t('attach.location')}
        </MenuItem>
      </Menu>
      <input ref={chooser} type="file" multiple hidden aria-label={t('attach.files')} onChange={onChosen} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('attach.takePhoto')}
        onChange={onChosen}
      />
    </>
  );
}
