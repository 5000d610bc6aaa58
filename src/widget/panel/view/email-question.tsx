import { useEffect, useState } from 'preact/hooks';
import type { ChatState } from '../chat/state.ts';
import { fill } from '../formats.ts';
import { problemsOf } from './contact-fields.tsx';
import { useSurroundings } from './context.ts';

/** Milliseconds for which an answer is waited for. */
const PATIENCE = 60_000;

const EMAIL = { name: 'no', email: 'required', phone: 'no' } as const;

interface EmailQuestionProps {
  readonly state: ChatState;
  readonly isStaffed: boolean;
}

/** Asks where an answer reaches the visitor who leaves before it comes, and says where it goes. */
export function EmailQuestion({ state, isStaffed }: EmailQuestionProps) {
  const { chat, texts } = useSurroundings();
  const due = emailDueAt(state, isStaffed);
  const [isDue, setDue] = useState(false);
  const [given, setGiven] = useState<string>();
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  // Once there it stays, whoever comes or goes, until there is an answer.
  useEffect(() => {
    if (due === undefined) return setDue(false);
    const timer = setTimeout(() => setDue(true), Math.min(PATIENCE, due - Date.now()));
    return () => clearTimeout(timer);
  }, [due]);

  const sent = state.pending.findLast(({ frame }) => frame.kind === 'email');
  const isRefused = sent?.refused !== undefined;
  const address = sent?.frame.kind === 'email' ? sent.frame.email : given;
  const isGiven = address !== undefined && draft === undefined && !isRefused;
  const isWanted = state.siteState?.wantsEmail === true || isRefused;
  // What is being written is not taken away by an answer.
  if (!draft && !(isDue && (address !== undefined || isWanted))) return null;

  const words = texts.followUp;
  const refusal = sent?.refused === 'over' ? texts.refused.over : texts.ask.emailWrong;
  const shownProblem = problem ?? (isRefused && draft === undefined ? refusal : undefined);
  const give = (): void => {
    const email = (draft ?? address ?? '').trim();
    const found = problemsOf(EMAIL, { email }, texts.ask).email;
    setProblem(found);
    if (found !== undefined) return;
    if (isRefused) chat.remove(sent.frame.id);
    chat.giveEmail(email);
    setGiven(email);
    setDraft(undefined);
  };
  return (
    <form
      class={`ask ${isGiven ? 'between' : 'rating'}`}
      noValidate
      tabIndex={-1}
      onSubmit={(event) => {
        event.preventDefault();
        give();
        focusAnew(event.currentTarget);
      }}
    >
      <p role="status">{isGiven ? fill(words.given, { address: `\u2068${address}\u2069` }) : words.question}</p>
      {isGiven ? (
        <button
          type="button"
          class="link"
          onClick={({ currentTarget }) => {
            setDraft(address);
            focusAnew(currentTarget.form);
          }}
        >
          {words.change}
        </button>
      ) : (
        <>
          <div class="entry">
            <label class="field">
              <span>{texts.ask.email}</span>
              <input
                type="email"
                autocomplete="email"
                dir="auto"
                value={draft ?? address ?? ''}
                required
                aria-invalid={shownProblem !== undefined}
                aria-describedby={shownProblem === undefined ? undefined : 'problem-follow-up'}
                onInput={({ currentTarget }) => {
                  setDraft(currentTarget.value);
                  setProblem(undefined);
                }}
              />
            </label>
            <button type="submit" class="main">
              {words.save}
            </button>
          </div>
          {shownProblem !== undefined && (
            <p id="problem-follow-up" class="problem" role="alert">
              {shownProblem}
            </p>
          )}
        </>
      )}
    </form>
  );
}

/** What had the focus is not there any more when it is drawn again. */
function focusAnew(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => (form?.querySelector('input') ?? form)?.focus());
}

/**
 * When the visitor is asked for an address: at once while nobody is there, unless the fields before their first message
 * asked; else a minute after their last message. undefined: that has an answer
 */
export function emailDueAt(
  { messages, pending, hasMore, siteState }: Pick<ChatState, 'messages' | 'pending' | 'hasMore' | 'siteState'>,
  isStaffed: boolean,
): number | undefined {
  const sending = pending.findLast(({ frame, refused }) => frame.kind === 'message' && refused === undefined);
  const said = messages.filter(({ from }) => from !== 'channel');
  const newest = said.at(-1);
  const last = sending ?? (newest?.from === 'visitor' ? newest : undefined);
  if (last === undefined) return undefined;
  const isFirst = !hasMore && said.every(({ from }) => from === 'visitor');
  return isStaffed || isFirst || siteState?.chat === 'bot' ? last.at + PATIENCE : last.at;
}
