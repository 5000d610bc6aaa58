import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#renderer/components/class-names.ts';

interface WritingBoxProps extends Omit<ComponentProps<'textarea'>, 'onSubmit' | 'onChange'> {
  readonly onWrite: (text: string) => void;
  readonly onSubmit: () => void;
  /** how the box looks */
  readonly boxClassName: string;
  /** what sending will do besides, in words */
  readonly notice: string | undefined;
  /** the notice is about a bot */
  readonly isOfBot?: boolean;
  /** the switch between replies and notes */
  readonly writingSwitch: ReactNode;
  /** over the box */
  readonly above?: ReactNode;
  /** between the head and the field */
  readonly attached?: ReactNode;
  /** under the field: tools, and the button that sends */
  readonly children: ReactNode;
}

/** Where replies and notes are written: a field that grows with its words, with its tools under it. */
export function WritingBox({
  onWrite,
  onSubmit,
  boxClassName,
  notice,
  isOfBot,
  writingSwitch,
  above,
  attached,
  children,
  ...field
}: WritingBoxProps) {
  return (
    <form
      className="relative mx-auto w-full max-w-[720px] px-4 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {above}
      <div className={cn('rounded-card border focus-within:outline-1', boxClassName)}>
        {notice === undefined ? (
          writingSwitch !== undefined && <div className="px-1.5 pt-1.5">{writingSwitch}</div>
        ) : (
          <div
            className={cn(
              'flex items-center gap-2 rounded-t-card border-b px-1.5 py-1.5 text-meta',
              isOfBot === true ? 'bg-bot-tint text-bot' : 'text-ink-quiet',
            )}
          >
            {writingSwitch}
            <p id="composer-notice" className="min-w-0 px-1.5 wrap-anywhere">
              {notice}
            </p>
          </div>
        )}
        {attached}
        <textarea
          rows={1}
          dir="auto"
          data-composer=""
          onChange={({ target }) => onWrite(target.value)}
          {...field}
          className="block field-sizing-content max-h-[196px] min-h-[42px] w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-message outline-none [unicode-bidi:plaintext]"
        />
        <div className="flex items-center gap-2 px-1.5 pb-1.5">{children}</div>
      </div>
    </form>
  );
}
