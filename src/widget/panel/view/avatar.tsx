import { useState } from 'preact/hooks';
import { useSurroundings } from './context.ts';

interface AvatarProps {
  readonly name: string;
  readonly picture?: string | undefined;
}

/** A person's or the shop's picture, or the first letter of the name: the page may not allow pictures of others. */
export function Avatar({ name, picture }: AvatarProps) {
  const { address } = useSurroundings();
  const [broken, setBroken] = useState<string>();
  if (picture !== undefined && picture !== broken)
    return (
      <img
        class="avatar"
        src={address(picture)}
        alt=""
        width={36}
        height={36}
        referrerPolicy="no-referrer"
        onError={() => setBroken(picture)}
      />
    );
  return (
    <span class="avatar" aria-hidden="true">
      {Array.from(name.trim())[0]?.toLocaleUpperCase() ?? ''}
    </span>
  );
}
