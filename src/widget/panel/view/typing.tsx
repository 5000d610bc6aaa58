import { fill } from '../words.ts';
import { useSurroundings } from './context.ts';

/** Somebody is writing. An empty name: it is not known who. */
export function Typing({ name }: { readonly name: string }) {
  const { texts } = useSurroundings();
  return (
    <div class="row operator last typing">
      <span class="avatar none" />
      <div class="said">
        <div class="bubble">
          <span class="unseen">{name === '' ? texts.someoneTyping : fill(texts.typing, { name })}</span>
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  );
}
