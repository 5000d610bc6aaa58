import type { Pending } from '../chat/state.ts';
import type { Upload } from '../chat/uploads.ts';
import { fileSize, fill } from '../words.ts';
import { useSurroundings } from './context.ts';
import { Icon, Tool } from './tool.tsx';

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
          <Problem
            words={refused === 'file' || refused === 'over' ? texts.refused[refused] : texts.refused.invalid}
            onAgain={refused === 'over' ? undefined : again}
            onRemove={() => chat.remove(frame.id)}
          />
        )}
      </div>
    </div>
  );
}

/** A file on its way: how far it is, how to stop it, and what became of it. */
export function UploadRow({ upload: { id, name, file, progress, failure, content } }: { readonly upload: Upload }) {
  const { uploads, status, texts, locale } = useSurroundings();
  const shown = content.voice === true ? texts.kinds.voice : name;
  const percent = Math.round(progress * 100);
  return (
    <div class="row visitor last">
      <div class="said">
        <div class={`file ${failure === undefined ? 'waiting' : 'refused'}`}>
          <Icon name={content.voice === true ? 'voice' : 'file'} />
          <span>
            <b dir="auto">{shown}</b>
            {failure === undefined ? (
              <progress aria-label={fill(texts.uploading, { name: shown })} max={100} value={percent} />
            ) : (
              <small>{fileSize(file.size, locale)}</small>
            )}
          </span>
          {failure === undefined && <Tool icon="close" name={texts.cancel} onPress={() => uploads.cancel(id)} />}
        </div>
        {failure !== undefined && (
          <Problem
            words={fill(texts.refused[failure], { size: fileSize(status.largestFile, locale) })}
            onAgain={failure === 'upload' ? () => uploads.again(id) : undefined}
            onRemove={() => uploads.cancel(id)}
          />
        )}
      </div>
    </div>
  );
}

interface ProblemProps {
  readonly words: string;
  /** undefined: it would fail again */
  readonly onAgain: (() => void) | undefined;
  readonly onRemove: () => void;
}

/** Why something was not sent, and what to do about it. */
function Problem({ words, onAgain, onRemove }: ProblemProps) {
  const { texts } = useSurroundings();
  return (
    <p class="time problem" role="alert">
      <span>{words}</span>
      {onAgain !== undefined && (
        <button type="button" class="link" onClick={onAgain}>
          {texts.tryAgain}
        </button>
      )}
      <button type="button" class="link" onClick={onRemove}>
        {texts.remove}
      </button>
    </p>
  );
}
