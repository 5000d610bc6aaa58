/** How the server of a chat client answers a reply in public code, and what has to come of it. */
export interface AnswerShape {
  /** what is unusual about it */
  readonly name: string;
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
  readonly state: 'delivered' | 'failed';
  /** what the operator is told, if it failed */
  readonly error?: object;
}

export const answerShapes: readonly AnswerShape[] = [
  {
    name: 'PHP: JSON as text/html, after a byte order mark',
    type: 'text/html',
    body: '\uFEFF{"result": "ok"}\n',
    state: 'delivered',
  },
  { name: 'FastAPI: a text that holds the JSON', body: '"{\\"result\\": \\"ok\\"}"', state: 'delivered' },
  { name: 'more than was asked for', body: '{"result":"ok","message":"Event ignored"}', state: 'delivered' },
  { name: 'FastAPI: nothing returned', body: 'null', state: 'failed', error: { kind: 'invalid_answer' } },
  { name: 'Express: no body', body: '', state: 'failed', error: { kind: 'invalid_answer' } },
  {
    name: 'Flask: the status as text',
    type: 'text/html',
    body: '200',
    state: 'failed',
    error: { kind: 'invalid_answer' },
  },
  { name: 'a result of its own', body: '{"status":"ok"}', state: 'failed', error: { kind: 'invalid_answer' } },
  {
    name: 'Flask: an error that is a text',
    status: 400,
    body: '{"error": "No data received"}',
    state: 'failed',
    error: { kind: 'refused', status: 400, message: 'No data received' },
  },
  {
    name: 'an error whose code is a number',
    body: '{"error":{"code":500,"message":"User left"}}',
    state: 'failed',
    error: { kind: 'refused', code: '500', message: 'User left' },
  },
];
