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
          <p class="time problem" role="alert">
            <span>{fill(texts.refused[failure], { size: fileSize(status.largestFile, locale) })}</span>
            {failure === 'upload' && (
              <button type="button" class="link" onClick={() => uploads.again(id)}>
                {texts.tryAgain}
              </button>
            )}
            <button type="button" class="link" onClick={() => uploads.cancel(id)}>
              {texts.remove}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
