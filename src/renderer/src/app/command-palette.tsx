import { Palette, PaletteList } from '#renderer/features/commands/palette.tsx';
import type { Command } from '#renderer/features/commands/command.ts';
import { useCommandList } from './use-command-list.ts';

interface CommandPaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The palette with everything that can be done in the console. */
export function CommandPalette(props: CommandPaletteProps) {
  return <Palette {...props}>{(choose) => <AllCommands onChoose={choose} />}</Palette>;
}

function AllCommands({ onChoose }: { readonly onChoose: (command: Command) => void }) {
  return <PaletteList commands={useCommandList()} onChoose={onChoose} />;
}
