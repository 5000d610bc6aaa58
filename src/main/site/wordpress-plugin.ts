import type { Logger } from 'pino';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { type MediaAnswer, type MediaRequest, NO_STORE_HEADERS, refusedAnswer } from '#main/media/ports.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';

/**
 * A WordPress plugin that puts a channel's window on every page of the website. Without settings: it contains the
 * address, so that a new download replaces it. `script`: the address of the channel's script.
 */
export function wordpressPlugin(script: string) {
  return [
    { path: 'counterbell/counterbell.php', text: pluginCode(script) },
    { path: 'counterbell/readme.txt', text: README },
  ];
}

/** A plugin's files as WordPress takes them. `at`: their date */
export async function zipOfPlugin(
  files: Iterable<{ readonly path: string; readonly content: Buffer }>,
  at: Date,
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { path, content } of files) zip.addBuffer(content, path, { mtime: at });
  zip.end();
  return buffer(zip.outputStream);
}

const VERSION = '1.0.0';

// Without a version in the script's address, because the script finds its channel by it. Before 6.3, WordPress knows no
// strategy, hence the filter.
const pluginCode = (script: string): string => `<?php
/**
 * Plugin Name:       Counterbell
 * Description:       Shows your Counterbell chat window on every page of this website.
 * Version:           ${VERSION}
 * Requires at least: 5.0
 * Requires PHP:      7.2
 * License:           MIT
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

function counterbell_enqueue_script() {
	wp_enqueue_script(
		'counterbell',
		esc_url_raw( ${phpText(script)} ),
		array(),
		null,
		array(
			'strategy'  => 'async',
			'in_footer' => true,
		)
	);
}
add_action( 'wp_enqueue_scripts', 'counterbell_enqueue_script' );

function counterbell_load_async( $tag, $handle ) {
	if ( 'counterbell' === $handle && false === strpos( $tag, ' async' ) ) {
		return str_replace( ' src=', ' async src=', $tag );
	}
	return $tag;
}
add_filter( 'script_loader_tag', 'counterbell_load_async', 10, 2 );
`;

const README = `=== Counterbell ===
Requires at least: 5.0
Requires PHP: 7.2
Stable tag: ${VERSION}
License: MIT

Shows your Counterbell chat window on every page of this website.

== Description ==

The plugin adds one script to your pages. It has no settings, and stores nothing in WordPress.

If the address of your Counterbell changes, download the plugin there again, upload it here, and choose "Replace current with uploaded".

== Installation ==

1. Open Plugins > Add New > Upload Plugin, and choose the zip file.
2. Press "Install Now", then "Activate Plugin".
`;

/** A string of PHP, taken literally. */
function phpText(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (sign) => `\\${sign}`)}'`;
}

const PLACE = /^\/media\/site\/([^/]+)\/wordpress\.zip$/;

export interface ServePluginOptions {
  /** the address of a channel's script. Throws ContractError */
  readonly script: (channelId: string) => string;
  readonly wall: () => number;
  readonly log: Pick<Logger, 'error'>;
}

/** Matches requests below `/media/` for the WordPress plugin of a channel. */
export const isForPlugin = (url: string): boolean => PLACE.test(new URL(url, 'http://console').pathname);

/** Serves `GET /media/site/<channel>/wordpress.zip` to the console as a download. */
export function createServePlugin(options: ServePluginOptions): (request: MediaRequest) => Promise<MediaAnswer> {
  return async ({ method, url }) => {
    try {
      const [, channelId = ''] = PLACE.exec(new URL(url, 'http://console').pathname) ?? [];
      if (method === 'POST') throw new ContractError('not_found', phrase('errors:refusals.no.channel'));
      const files = wordpressPlugin(options.script(decodeURIComponent(channelId)));
      const bytes = await zipOfPlugin(
        files.map(({ path, text }) => ({ path, content: Buffer.from(text) })),
        new Date(options.wall()),
      );
      return {
        status: 200,
        headers: {
          ...NO_STORE_HEADERS,
          'content-type': 'application/zip',
          'content-length': String(bytes.byteLength),
          'content-disposition': 'attachment; filename="counterbell.zip"',
        },
        body: method === 'HEAD' ? undefined : Readable.from(bytes, { objectMode: false }),
      };
    } catch (error) {
      if (error instanceof ContractError) return refusedAnswer(error);
      options.log.error({ err: error }, 'the WordPress plugin could not be made');
      return refusedAnswer({ code: 'internal', reason: phrase('errors:refusals.internal.text') });
    }
  };
}
