import type { RefObject } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface ToolProps {
  readonly icon: IconName;
  /** what it does */
  readonly name: string;
  readonly onPress: () => void;
  /** of something that opens beside it */
  readonly popup?: {
    readonly button: RefObject<HTMLButtonElement | null>;
    readonly isOpen: boolean;
    readonly kind?: 'menu';
  };
}

/** A button with a drawing instead of words. */
export function Tool({ icon, name, onPress, popup }: ToolProps) {
  return (
    <button
      ref={popup?.button}
      type="button"
      class="tool"
      aria-label={name}
      title={name}
      aria-haspopup={popup?.kind}
      aria-expanded={popup?.isOpen}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
