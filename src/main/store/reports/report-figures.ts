import type { Report, ReportFigures, Times } from '#shared/contract/reports.ts';

export type Author = 'customer' | 'operator' | 'bot';
type GroupFigures = Pick<ReportFigures, 'chats' | 'messages' | 'firstAnswer' | 'resolution' | 'ratings'>;

/** Figures of a chat; flags are 0 or 1, times milliseconds. */
export interface CountedChat {
  readonly openedAt: number;
  readonly closedAt?: number;
  readonly closed: number;
  readonly botId?: string;
  /** without a person */
  readonly solved: number;
  readonly answeredBy?: string;
  readonly answerWaited?: number;
  readonly botAnswerWaited?: number;
}

/** Counts of one channel, operator, bot, step or the whole period, gathered row by row. */
export class Tally {
  chats = 0;
  answered = 0;
  botAlone = 0;
  closed = 0;
  botClosed = 0;
  botSolved = 0;
  readonly firstAnswers: number[] = [];
  readonly resolutions: number[] = [];
  readonly stars = [0, 0, 0, 0, 0];
  readonly #messages = { customer: 0, operator: 0, bot: 0 };

  countChat({ openedAt, closedAt, closed, botId, solved, answeredBy, botAnswerWaited }: CountedChat): void {
    this.chats += 1;
    if (answeredBy !== undefined) this.answered += 1;
    else if (botAnswerWaited !== undefined) this.botAlone += 1;
    this.closed += closed;
    if (closed === 1 && botId !== undefined) this.botClosed += 1;
    this.botSolved += solved;
    if (closed === 1 && closedAt !== undefined) this.resolutions.push(Math.max(0, closedAt - openedAt));
  }

  countMessages(author: Author, count: number): void {
    this.#messages[author] += count;
  }

  countRating(rate: number): void {
    this.stars[rate - 1] = (this.stars[rate - 1] ?? 0) + 1;
  }

  get messages(): ReportFigures['messages'] {
    return { customers: this.#messages.customer, operators: this.#messages.operator, bots: this.#messages.bot };
  }

  get unanswered(): number {
    return this.chats - this.answered - this.botAlone;
  }

  group(): GroupFigures {
    const { chats, messages } = this;
    const count = this.stars.reduce((sum, ratings) => sum + ratings, 0);
    const total = this.stars.reduce((sum, ratings, index) => sum + ratings * (index + 1), 0);
    return {
      chats,
      messages,
      firstAnswer: summarizeTimes(this.firstAnswers),
      resolution: summarizeTimes(this.resolutions),
      ratings: { count, average: count === 0 ? null : total / count },
    };
  }

  figures(): ReportFigures {
    const { answered, botAlone, unanswered, closed, botClosed, botSolved, stars } = this;
    return { ...this.group(), answered, botAlone, unanswered, closed, botClosed, botSolved, stars };
  }

  step(from: number): Report['steps'][number] {
    const { answered, botAlone, unanswered, messages } = this;
    return { from, answered, botAlone, unanswered, messages, firstAnswer: summarizeTimes(this.firstAnswers) };
  }
}

/** Median and 90th percentile (nearest rank), in the unit of the values, which get sorted. */
export function summarizeTimes(values: number[]): Times {
  values.sort((a, b) => a - b);
  const count = values.length;
  if (count === 0) return { count, median: null, ninetieth: null };
  const middle = values[Math.floor(count / 2)] ?? 0;
  const median = count % 2 === 1 ? middle : ((values[count / 2 - 1] ?? 0) + middle) / 2;
  return { count, median: Math.round(median), ninetieth: values[Math.ceil(count * 0.9) - 1] ?? null };
}

/** A tally for each key, created on first use. */
export class Tallies extends Map<string, Tally> {
  of(key: string | undefined): Tally | undefined {
    if (key !== undefined && !this.has(key)) this.set(key, new Tally());
    return key === undefined ? undefined : this.get(key);
  }

  /** the busiest first */
  sorted(): readonly (readonly [string, Tally])[] {
    return [...this].sort(([a, one], [b, other]) => other.chats - one.chats || (a < b ? -1 : 1));
  }
}
