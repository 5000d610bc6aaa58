import type { SiteMessage } from '#shared/site/frames.ts';
import { useSurroundings } from './context.ts';

interface AnswersProps {
  readonly buttons: NonNullable<SiteMessage['buttons']>;
  /** only those of the bot's newest message */
  readonly isActive: boolean;
}

/** Buttons of a bot: each sends its text. */
export function Answers({ buttons, isActive }: AnswersProps) {
  const { chat, texts } = useSurroundings();
  return (
    <div class="answers" role="group" aria-label={texts.answers}>
      {buttons.map(({ text }, index) => (
        <button key={index} type="button" dir="auto" disabled={!isActive} onClick={() => chat.send({ text })}>
          {text}
        </button>
      ))}
    </div>
  );
}
