import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files that are uploaded to a website, by their names in the folder `counterbell`. `folder`: of the built window. */
export function websiteBoxFiles(folder: string, key: string): ReadonlyMap<string, Buffer> {
  const settings = `<?php return '${key.replaceAll(/['\\]/g, (sign) => `\\${sign}`)}';\n`;
  const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`);
  return new Map([
    ['box.php', readFileSync(join(folder, 'box.php'))],
    ['box-key.php', Buffer.from(settings)],
    ['index.html', Buffer.from(PAGE)],
    ['loader.js', readFileSync(join(folder, 'letterbox-loader.js'))],
    ...assets.map((name): [string, Buffer] => [name, readFileSync(join(folder, name))]),
  ]);
}

/** Writes them to `{out}/counterbell`, and returns where that is. */
export function writeWebsiteBox(folder: string, { key, out }: { readonly key: string; readonly out: string }): string {
  const target = join(out, 'counterbell');
  for (const [name, content] of websiteBoxFiles(folder, key)) {
    const file = join(target, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return target;
}

/** The page with nothing but the window, for links and QR codes. */
const PAGE = `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>Chat</title>
<style>:root{color-scheme:light dark}html,body{height:100%;margin:0;background:Canvas;color:CanvasText;font:1rem/1.5 system-ui,sans-serif}noscript p{margin:20vh auto 0;max-width:32rem;padding:0 1.5rem}</style>
</head>
<body>
<noscript><p>JavaScript is needed to write to us here.</p></noscript>
<script async src="loader.js" data-page></script>
</body>
</html>
`;
