import type { Exchange } from '#shared/contract/journal.ts';

/** What went over the wire, masked; headers with name and value by turns. */
export interface RecordedExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly string[];
  readonly requestBody: string | undefined;
  readonly responseHeaders: readonly string[] | undefined;
  readonly responseBody: string | undefined;
  readonly whole: boolean;
}

/** The exchanges of a page: `lines` as JSON, and all bodies one after the other, which costs less than to quote each. */
export interface ExchangeText {
  readonly lines: string;
  readonly bodies: string;
}

/** 0: there is none. A length of -1: no body. */
type Line =
  | readonly [
      method: string,
      url: string,
      request: readonly string[],
      requestLength: number,
      response: readonly string[] | 0,
      responseLength: number,
      whole: 0 | 1,
    ]
  | 0;

export function writtenExchanges(exchanges: readonly (RecordedExchange | undefined)[]): ExchangeText {
  let bodies = '';
  const lines = exchanges.map((exchange): Line => {
    if (exchange === undefined) return 0;
    const { method, url, requestHeaders, requestBody, responseHeaders, responseBody, whole } = exchange;
    bodies += (requestBody ?? '') + (responseBody ?? '');
    return [
      method,
      url,
      requestHeaders,
      requestBody?.length ?? -1,
      responseHeaders ?? 0,
      responseBody?.length ?? -1,
      whole ? 1 : 0,
    ];
  });
  return { lines: JSON.stringify(lines), bodies };
}

/** One for each entry of the page; null where there is none. */
export function readExchanges({ lines, bodies }: ExchangeText): readonly (Exchange | null)[] {
  let at = 0;
  const next = (length: number): string | undefined => {
    if (length < 0) return undefined;
    at += length;
    return bodies.slice(at - length, at);
  };
  return (JSON.parse(lines) as readonly Line[]).map((line) => {
    if (line === 0) return null;
    const [method, url, request, requestLength, response, responseLength, whole] = line;
    const requestBody = next(requestLength);
    const responseBody = next(responseLength);
    return {
      method,
      url,
      requestHeaders: pairs(request),
      whole: whole === 1,
      ...(requestBody !== undefined && { requestBody }),
      ...(response !== 0 && { responseHeaders: pairs(response) }),
      ...(responseBody !== undefined && { responseBody }),
    };
  });
}

function pairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_none, at) => [flat[at * 2] ?? '', flat[at * 2 + 1] ?? '']);
}
