import type { Pending } from '../chat/state.ts';
import { useSurroundings } from './context.ts';
import { Icon } from './icon.tsx';

interface PendingProps {
  readonly pending: Pending;
  readonly isConnected: boolean;
}

/** A message of the visitor that the engine does not have yet, or refused. */
export function PendingMessage({ pending: { frame, refused, isAccepted }, isConnected }: PendingProps) {
  const { chat, texts } = useSurroundings();
  if (frame.kind !== 'message') return null;
  const again = (): void => {
    const { kind: _kind, id, ...content } = frame;
    chat.remove(id);
    chat.send(content);
  };
  return (
    <div class="row visitor last">
      <div class="said">
        <span class="unseen">{`${texts.you}:`}</span>
        <div class={`bubble ${refused === undefined ? 'waiting' : 'refused'}`}>
          <p dir="auto">{frame.text ?? texts.kinds[frame.voice === true ? 'voice' : 'document']}</p>
        </div>
        {refused === undefined ? (
          <p class="time">
            <Icon name={isAccepted ? 'check' : 'clock'} />
            {isAccepted ? texts.sent : isConnected ? texts.sending : texts.unsent}
          </p>
        ) : (
          <p class="time problem" role="alert">
            <span>{refused === 'file' || refused === 'over' ? texts.refused[refused] : texts.refused.invalid}</span>
            {refused !== 'over' && (
              <button type="button" class="link" onClick={again}>
                {texts.tryAgain}
              </button>
            )}
            <button type="button" class="link" onClick={() => chat.remove(frame.id)}>
              {texts.remove}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
