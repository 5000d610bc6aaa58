import type { MediaRequest, ServeMedia } from '#main/media/ports.ts';
import type { Role } from '#shared/domain/entities.ts';
import type { Act, Audit } from './audit.ts';

/** The downloads below `/media/` that take data away, and the upload that brings some. */
const ACTS: readonly (readonly [pattern: RegExp, act: (found: RegExpExecArray) => Act])[] = [
  [/^\/media\/exports\/[^/]+\/customer-(\d+)\.zip$/, ([, id = '']) => ({ action: 'exports.download', aboutId: id })],
  [/^\/media\/transcripts$/, () => ({ action: 'transcripts.download' })],
  [/^\/media\/backups\/([^/]+)$/, ([, about = '']) => ({ action: 'backups.download', about })],
  [/^\/media\/backups$/, () => ({ action: 'backups.upload' })],
];

/** Records such requests in the list of changes when they succeed. */
export function auditedMedia(
  {
    audit,
    roleOf,
  }: {
    readonly audit: Pick<Audit, 'record'>;
    readonly roleOf: (operatorId: string) => Role | undefined;
  },
  serve: ServeMedia,
): ServeMedia {
  return async (request) => {
    const answer = await serve(request);
    const act = answer.status === 200 ? actOf(request) : undefined;
    if (act !== undefined) await audit.record({ ...request, role: roleOf(request.operatorId) }, act);
    return answer;
  };
}

function actOf({ method, url }: MediaRequest): Act | undefined {
  if (method === 'HEAD') return undefined;
  const { pathname } = new URL(url, 'http://console');
  for (const [pattern, act] of ACTS) {
    const found = pattern.exec(pathname);
    if (found !== null) return act(found);
  }
  return undefined;
}
