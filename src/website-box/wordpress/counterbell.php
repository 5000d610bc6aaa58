<?php
/**
 * Plugin Name:       Counterbell
 * Description:       Shows your Counterbell chat window on every page, and keeps what customers write until Counterbell fetches it.
 * Version:           1.0.0
 * Requires at least: 5.0
 * Requires PHP:      7.4
 * License:           MIT
 * Text Domain:       counterbell
 * Update URI:        false
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Where the letterbox can be: its folder and its address. */
function counterbell_places() {
	// In a network of sub-folders, only addresses of the first website lead to files.
	$is_below = is_multisite() && ! is_subdomain_install();
	return array(
		'website' => array(
			'path' => ABSPATH . 'counterbell',
			'url'  => $is_below ? network_site_url( 'counterbell' ) : site_url( 'counterbell' ),
		),
		'plugin'  => array(
			'path' => __DIR__ . '/folder',
			'url'  => plugins_url( 'folder', __FILE__ ),
		),
	);
}

/**
 * What WordPress keeps of it. `stamp`: of the files installed last; `root`: what the web server serves; `names`: of the
 * data folders; `is_old`: the files could not be replaced; `remove`: deleting the plugin deletes all of it.
 */
function counterbell_state() {
	$state = get_site_option( 'counterbell' );
	return array_merge(
		array(
			'stamp'  => '',
			'place'  => 'plugin',
			'root'   => '',
			'names'  => array(),
			'is_old' => false,
			'remove' => false,
		),
		is_array( $state ) ? $state : array()
	);
}

/** The place that is used: its folder and its address. */
function counterbell_place() {
	$places = counterbell_places();
	return $places[ counterbell_state()['place'] ] ?? $places['plugin'];
}

/** While WordPress replaces the plugin, parts of it are missing: that throws, and stops nothing. */
function counterbell_read( $name ) {
	$value = @include __DIR__ . '/' . $name;
	if ( false === $value ) {
		throw new RuntimeException( 'the plugin has no ' . $name );
	}
	return $value;
}

/** `files`: SHA-256 by name; `stamp`: of all of them, with the key; `loader`: of the script alone. */
function counterbell_version() {
	return counterbell_read( 'version.php' );
}

/** The folder beside or above the letterbox in which it keeps messages, as box.php calls it. */
function counterbell_data_name() {
	$key   = (string) counterbell_read( 'folder/box-key.php' );
	$first = explode( '.', $key )[0];
	return 'counterbell-' . substr( hash_hmac( 'sha256', 'folder', strlen( $first ) < 32 ? $key : $first ), 0, 32 );
}

function counterbell_has_same_key( $folder ) {
	$file = $folder . '/box-key.php';
	return @is_file( $file ) && @file_get_contents( $file ) === file_get_contents( __DIR__ . '/folder/box-key.php' );
}

/** False: somebody put it there for something else. */
function counterbell_is_ours( $folder ) {
	$is_free = ! @file_exists( $folder ) || ( is_dir( $folder ) && array( '.', '..' ) === @scandir( $folder ) );
	return $is_free || is_file( $folder . '/wordpress.txt' ) || counterbell_has_same_key( $folder );
}

/** Puts the files into the website's folder. What is in it besides stays: what waits there, and what pages still load. */
function counterbell_copy( $target, $names ) {
	if ( ! counterbell_is_ours( $target ) || ! wp_mkdir_p( $target . '/assets' ) ) {
		return false;
	}
	$about = "The Counterbell plugin of WordPress keeps this folder up to date.\n";
	if ( @file_put_contents( $target . '/wordpress.txt', $about ) !== strlen( $about ) ) {
		return false;
	}
	foreach ( $names as $name ) {
		$file = $target . '/' . $name;
		// Nobody gets half a file, and a key is never in one that the web server would send.
		$new = dirname( $file ) . '/new-' . wp_rand() . '-' . basename( $file );
		if ( ! @copy( __DIR__ . '/folder/' . $name, $new ) || ! @chmod( $new, 0644 ) || ! @rename( $new, $file ) ) {
			@unlink( $new );
			return false;
		}
		if ( function_exists( 'opcache_invalidate' ) ) {
			@opcache_invalidate( $file, true );
		}
	}
	return true;
}

/** Where nobody may run files of the folder, WordPress runs box.php: slower, but right. A file there says so. */
function counterbell_name_script() {
	$script = home_url( '/?rest_route=/counterbell/v1/box&to=' );
	@file_put_contents( counterbell_place()['path'] . '/script.txt', $script );
}

function counterbell_add_route() {
	$route = array(
		'methods'             => array( 'GET', 'POST' ),
		'permission_callback' => '__return_true',
		'callback'            => 'counterbell_run_box',
	);
	register_rest_route( 'counterbell/v1', '/box', $route );
}
add_action( 'rest_api_init', 'counterbell_add_route' );

function counterbell_run_box() {
	require counterbell_place()['path'] . '/box.php';
	exit;
}

/** Installs the letterbox, or its new version. */
function counterbell_install() {
	$state   = counterbell_state();
	$version = counterbell_version();
	$places  = counterbell_places();
	$website = $places['website']['path'];
	foreach ( $version['files'] as $name => $digest ) {
		if ( @hash_file( 'sha256', __DIR__ . '/folder/' . $name ) !== $digest ) {
			throw new RuntimeException( 'the plugin is not complete: ' . $name );
		}
	}
	// Counterbell knows the address that it has used so far.
	$stays    = 'plugin' === $state['place'] && is_file( $places['plugin']['path'] . '/c/window.txt' );
	$is_new   = ! $stays && counterbell_copy( $website, array_keys( $version['files'] ) );
	$is_there = $is_new || ( ! $stays && is_file( $website . '/box.php' ) && counterbell_has_same_key( $website ) );

	$state['stamp']  = $version['stamp'];
	$state['place']  = $is_there ? 'website' : 'plugin';
	$state['is_old'] = $is_there && ! $is_new;
	$state['names']  = array_values( array_unique( array_merge( $state['names'], array( counterbell_data_name() ) ) ) );
	$state['root']   = counterbell_root( $state );
	update_site_option( 'counterbell', $state );
	counterbell_name_script();
}

function counterbell_root( $state ) {
	return empty( $_SERVER['DOCUMENT_ROOT'] ) ? $state['root'] : wp_unslash( $_SERVER['DOCUMENT_ROOT'] );
}

function counterbell_activate() {
	try {
		counterbell_install();
	} catch ( Throwable $error ) {
		error_log( 'Counterbell: ' . $error->getMessage() );
	}
}
register_activation_hook( __FILE__, 'counterbell_activate' );

/** After the plugin was replaced, or the website moved. */
function counterbell_keep_up() {
	try {
		$state = counterbell_state();
		$is_up = counterbell_version()['stamp'] === $state['stamp'];
		if ( $is_up && is_admin() ) {
			$is_up = counterbell_root( $state ) === $state['root'] && is_file( counterbell_place()['path'] . '/loader.js' );
		}
		if ( is_admin() && ! is_file( counterbell_place()['path'] . '/script.txt' ) ) {
			counterbell_name_script();
		}
		// One at a time, and not for every page if it fails.
		if ( ! $is_up && ! get_site_transient( 'counterbell' ) ) {
			set_site_transient( 'counterbell', 1, 10 );
			counterbell_install();
		}
	} catch ( Throwable $error ) {
		error_log( 'Counterbell: ' . $error->getMessage() );
	}
}
add_action( 'init', 'counterbell_keep_up' );

// Before 6.3, WordPress knows no strategy, hence the filter.
function counterbell_enqueue_script() {
	try {
		$options = array(
			'strategy'  => 'async',
			'in_footer' => true,
		);
		$script  = counterbell_place()['url'] . '/loader.js';
		wp_enqueue_script( 'counterbell', esc_url_raw( $script ), array(), counterbell_version()['loader'], $options );
	} catch ( Throwable $error ) {
		error_log( 'Counterbell: ' . $error->getMessage() );
	}
}
add_action( 'wp_enqueue_scripts', 'counterbell_enqueue_script' );

function counterbell_load_async( $tag, $handle ) {
	if ( 'counterbell' === $handle && false === strpos( $tag, ' async' ) ) {
		return str_replace( ' src=', ' async src=', $tag );
	}
	return $tag;
}
add_filter( 'script_loader_tag', 'counterbell_load_async', 10, 2 );

/** WordPress deletes the plugin's folder before it puts the next version there: what waits in it goes along. */
function counterbell_take_along( $source ) {
	$from = __DIR__ . '/folder/';
	if ( ! is_string( $source ) || ! is_file( $source . 'version.php' ) || ! is_file( $source . 'folder/box.php' ) ) {
		return $source;
	}
	foreach ( array_filter( array_merge( array( $from . 'c' ), (array) glob( $from . 'counterbell-*' ) ), 'is_dir' ) as $folder ) {
		// Held until this request is over: what customers write meanwhile waits for it, and is not lost.
		$lock = @fopen( $folder . '/lock.php', 'r' );
		if ( $lock ) {
			flock( $lock, LOCK_EX );
			$GLOBALS['counterbell_locks'][] = $lock;
		}
		$target = $source . 'folder/' . basename( $folder );
		wp_mkdir_p( $target );
		$copied = copy_dir( $folder, $target );
		if ( is_wp_error( $copied ) ) {
			return $copied;
		}
	}
	return $source;
}
add_filter( 'upgrader_source_selection', 'counterbell_take_along' );

if ( is_admin() ) {
	@include __DIR__ . '/page.php';
}

/** Deletes what was installed, and what waits in it. */
function counterbell_delete_all( $state ) {
	$website = counterbell_places()['website']['path'];
	$names   = array_unique( array_merge( $state['names'], array( counterbell_data_name() ) ) );
	$roots   = array_filter( array( $state['root'], counterbell_root( $state ), untrailingslashit( ABSPATH ) ) );
	foreach ( preg_grep( '/^counterbell-[0-9a-f]{32}$/', $names ) as $name ) {
		foreach ( array_unique( $roots ) as $root ) {
			counterbell_delete( dirname( $root ) . '/' . $name );
		}
	}
	if ( counterbell_is_ours( $website ) ) {
		counterbell_delete( $website );
	}
}

function counterbell_delete( $path ) {
	if ( ! @is_dir( $path ) || is_link( $path ) ) {
		return @is_file( $path ) && @unlink( $path );
	}
	foreach ( array_diff( (array) @scandir( $path ), array( '.', '..', false ) ) as $name ) {
		counterbell_delete( $path . '/' . $name );
	}
	return @rmdir( $path );
}
