import type { LetterboxView } from '#shared/contract/letterboxes.ts';

/** What is wrong, as its texts are named. */
export type WebsiteTrouble =
  | 'unreachable'
  | 'missing'
  | 'password'
  | 'refused'
  | 'failing'
  | 'moved'
  | 'notRun'
  | 'otherKey'
  | 'otherVersion'
  | 'clock'
  | 'shared'
  | 'keyLost';

/** What is wrong with a letterbox, by its trouble and the status that the website answers; undefined: nothing. */
export function websiteTrouble({
  state,
  trouble,
  httpStatus = 0,
}: Pick<LetterboxView, 'state' | 'trouble' | 'httpStatus'>): WebsiteTrouble | undefined {
  if (state !== 'broken' || trouble === undefined) return undefined;
  if (trouble !== 'notThere') return trouble;
  if (httpStatus === 404 || httpStatus === 410) return 'missing';
  if (httpStatus === 401) return 'password';
  if (httpStatus === 403 || httpStatus === 406 || httpStatus === 429) return 'refused';
  if (httpStatus >= 500) return 'failing';
  if (httpStatus >= 300 && httpStatus < 400) return 'moved';
  // The page of a builder, or the text of the script itself.
  return 'notRun';
}
