<?php
/** Runs when the plugin is deleted. What waits on this website stays, unless its page was told otherwise. */

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

try {
	require_once __DIR__ . '/counterbell.php';
	$counterbell_state = counterbell_state();
	if ( $counterbell_state['remove'] ) {
		counterbell_delete_all( $counterbell_state );
	}
} catch ( Throwable $error ) {
	error_log( 'Counterbell: ' . $error->getMessage() );
}
delete_site_option( 'counterbell' );
delete_site_transient( 'counterbell' );
