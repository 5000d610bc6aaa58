/** Why the listener refuses a request: HTTP status, code for programs, and what was expected. */
export class RequestProblem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, text: string) {
    super(text);
    this.name = 'RequestProblem';
    this.status = status;
    this.code = code;
  }
}

/** 400: a field is missing or wrong; the message names it. */
export function invalidRequest(text: string): RequestProblem {
  return new RequestProblem(400, 'invalid_request', text);
}

/** The same for an unknown channel and for a wrong secret. */
export const notFound = () => new RequestProblem(404, 'not_found', 'There is nothing at this address');
