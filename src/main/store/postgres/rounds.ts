import { type Client, DatabaseError, type QueryConfig, type QueryResult } from 'pg';
import { LostConnection } from './failures.ts';

export type Answer = QueryResult<Record<string, unknown>>;

interface Asked {
  readonly query: QueryConfig;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The statements of one transaction, in the order in which they are asked. What is asked while others are under way is
 * sent when all of those are answered, together: so work that goes on at the same time shares its round trips.
 */
export class Rounds {
  readonly #client: Client;
  #asked: Asked[] = [];
  #underWay = 0;
  #failure: Error | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Rejects with the first error of the transaction, whose other statements only fail because of that. */
  ask(query: QueryConfig): Promise<Answer> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#asked.push({ query, resolve, reject });
      // When all that waits for the answers has gone on.
      if (this.#asked.length === 1 && this.#underWay === 0) setImmediate(() => this.#send());
    });
  }

  #send(): void {
    const asked = this.#asked;
    this.#asked = [];
    this.#underWay = asked.length;
    const { stream } = this.#client.connection;
    stream.cork();
    for (const { query, resolve, reject } of asked)
      this.#client.query<Record<string, unknown>>(query, (error: Error | null, answer) => {
        this.#underWay -= 1;
        if (this.#underWay === 0 && this.#asked.length > 0) setImmediate(() => this.#send());
        if (error === null) return resolve(answer);
        this.#failure ??= error instanceof DatabaseError ? error : new LostConnection(error);
        reject(this.#failure);
      });
    stream.uncork();
  }
}
