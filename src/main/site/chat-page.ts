import { createHash } from 'node:crypto';
import { languageFor } from '#shared/locales/languages.ts';

const STYLE =
  ':root{color-scheme:light dark}html,body{height:100%;margin:0;background:Canvas;color:CanvasText;font:1rem/1.5 system-ui,sans-serif}noscript p{margin:20vh auto 0;max-width:32rem;padding:0 1.5rem}';

/** Only our own script, style and connections; the window sets its own styles. */
export const CHAT_PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "connect-src 'self'",
    "img-src 'self' https:",
    "media-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=()',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
} as const;

/** The page with nothing but a channel's window; its script is beside it, whatever is in front of both addresses. */
export function chatPage(
  { name, publicId }: { readonly name: string; readonly publicId: string },
  acceptLanguage: string | undefined,
): string {
  const wanted = (acceptLanguage ?? '').split(',').map((part) => (part.split(';')[0] ?? '').trim());
  return `<!doctype html>
<html lang="${languageFor(wanted).code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<title>${escaped(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<noscript><p>JavaScript is needed to write to ${escaped(name)} here.</p></noscript>
<script async src="../site/${encodeURIComponent(publicId)}.js" data-page></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
