import { useTranslation } from 'react-i18next';
import { MapPin, Paperclip, Image } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#renderer/components/button.tsx';
import { Menu, MenuItem } from '#renderer/components/menu.tsx';
import { useCommands } from '#renderer/components/use-commands.tsx';

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onLocation: () => void;
}

/** Opens what can be attached: files of this computer, and a place. */
export function AttachButton({ onFiles, onLocation }: AttachButtonProps) {
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
