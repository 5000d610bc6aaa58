/**
 * A WordPress plugin that puts a channel's window on every page of the website. Without settings: it contains the
 * address, so that a new download replaces it. `script`: the address of the channel's script.
 */
export function wordpressPlugin(script: string): ReadonlyMap<string, string> {
  return new Map([
    ['counterbell.php', pluginCode(script)],
    ['readme.txt', README],
  ]);
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
