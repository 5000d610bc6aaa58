import { MapPin, Paperclip, Image } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#renderer/components/button.tsx';
import { Menu, MenuItem } from '#renderer/components/menu.tsx';
import { useCommands } from '#renderer/components/use-commands.tsx';
import { attachWords as words } from './attach-words.ts';

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onLocation: () => void;
}

/** Opens what can be attached: files of this computer, and a place. */
export function AttachButton({ onFiles, onLocation }: AttachButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  useCommands({ attachFiles: () => chooser.current?.click(), sendLocation: onLocation });
  return (
    <>
      <Menu side="top" trigger={<IconButton label={words.attach} icon={<Paperclip />} />}>
        <MenuItem icon={<Image />} onSelect={() => chooser.current?.click()}>
          {words.files}
        </MenuItem>
        <MenuItem icon={<MapPin />} onSelect={onLocation}>
          {words.location}
        </MenuItem>
      </Menu>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={words.files}
        onChange={(event) => {
          onFiles(Array.from(event.target.files ?? []));
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
