import type { Upload } from '../chat/uploads.ts';
import { fileSize, fill } from '../words.ts';
import { useSurroundings } from './context.ts';
import { Icon } from './icon.tsx';
import { Tool } from './tool.tsx';

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
