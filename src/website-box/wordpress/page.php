<?php
/** Settings > Counterbell. */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

function counterbell_add_page() {
	$page = add_options_page( 'Counterbell', 'Counterbell', 'manage_options', 'counterbell', 'counterbell_show_page' );
	add_action( 'load-' . $page, 'counterbell_save_page' );
}
add_action( 'admin_menu', 'counterbell_add_page' );

function counterbell_link_to_page( $links ) {
	$page = '<a href="' . esc_url( counterbell_page_url() ) . '">' . esc_html__( 'Settings', 'counterbell' ) . '</a>';
	return array_merge( array( $page ), $links );
}
add_filter( 'plugin_action_links_counterbell/counterbell.php', 'counterbell_link_to_page' );

function counterbell_page_url() {
	return admin_url( 'options-general.php?page=counterbell' );
}

function counterbell_save_page() {
	if ( ! isset( $_POST['counterbell'] ) || ! current_user_can( 'manage_options' ) ) {
		return;
	}
	check_admin_referer( 'counterbell' );
	$remove = isset( $_POST['counterbell_remove'] );
	update_site_option( 'counterbell', array_merge( counterbell_state(), array( 'remove' => $remove ) ) );
	wp_safe_redirect( add_query_arg( 'saved', '1', counterbell_page_url() ) );
	exit;
}

/** What Counterbell said last. `at`: when, in seconds; 0: nothing yet. */
function counterbell_last_heard( $folder ) {
	$file = $folder . '/c/window.txt';
	$said = is_file( $file ) ? json_decode( (string) file_get_contents( $file ), true ) : null;
	return array(
		'is_there' => is_array( $said ) && (int) ( $said['until'] ?? 0 ) > time(),
		'at'       => is_array( $said ) ? (int) filemtime( $file ) : 0,
	);
}

function counterbell_show_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$state = counterbell_state();
	$place = counterbell_place();
	$heard = counterbell_last_heard( $place['path'] );
	?>
	<div class="wrap">
		<h1>Counterbell</h1>
		<?php if ( isset( $_GET['saved'] ) ) : ?>
			<div class="notice notice-success is-dismissible"><p><?php esc_html_e( 'Settings saved.', 'counterbell' ); ?></p></div>
		<?php endif; ?>
		<?php counterbell_show_state( $heard ); ?>
		<table class="form-table" role="presentation">
			<tr>
				<th scope="row"><?php esc_html_e( 'Try it', 'counterbell' ); ?></th>
				<td>
					<p>
						<a class="button" href="<?php echo esc_url( home_url( '/' ) ); ?>" target="_blank"><?php esc_html_e( 'Open my website', 'counterbell' ); ?></a>
						<a class="button" href="<?php echo esc_url( $place['url'] . '/index.html' ); ?>" target="_blank"><?php esc_html_e( 'Open the chat page', 'counterbell' ); ?></a>
					</p>
					<p class="description"><?php esc_html_e( 'If the chat window is missing from your website, empty the cache of your caching plugin. The chat page is the window on its own, for links and QR codes.', 'counterbell' ); ?></p>
				</td>
			</tr>
			<tr>
				<th scope="row"><?php esc_html_e( 'Address', 'counterbell' ); ?></th>
				<td>
					<code><?php echo esc_html( $place['url'] ); ?></code>
					<p class="description"><?php esc_html_e( 'Counterbell fetches messages here.', 'counterbell' ); ?></p>
				</td>
			</tr>
			<tr>
				<th scope="row"><?php esc_html_e( 'Folder', 'counterbell' ); ?></th>
				<td>
					<code><?php echo esc_html( $place['path'] ); ?></code>
					<?php counterbell_show_folder( $state, $place ); ?>
				</td>
			</tr>
		</table>
		<?php
		if ( ! $heard['is_there'] ) {
			counterbell_show_help( $place );
		}
		?>
		<form method="post" action="<?php echo esc_url( counterbell_page_url() ); ?>">
			<?php wp_nonce_field( 'counterbell' ); ?>
			<table class="form-table" role="presentation">
				<tr>
					<th scope="row"><?php esc_html_e( 'When the plugin is deleted', 'counterbell' ); ?></th>
					<td><?php counterbell_show_choice( $state ); ?></td>
				</tr>
			</table>
			<?php submit_button( '', 'primary', 'counterbell' ); ?>
		</form>
	</div>
	<?php
}

function counterbell_show_choice( $state ) {
	?>
	<label>
		<input type="checkbox" name="counterbell_remove" value="1" aria-describedby="counterbell-remove" <?php checked( $state['remove'] ); ?>>
		<?php esc_html_e( 'Delete the folder and everything in it, too', 'counterbell' ); ?>
	</label>
	<p class="description" id="counterbell-remove">
		<?php esc_html_e( 'Messages that Counterbell has not fetched by then are lost.', 'counterbell' ); ?>
		<?php
		if ( 'website' === $state['place'] ) {
			esc_html_e( 'Otherwise they stay on this website, and Counterbell can still fetch them.', 'counterbell' );
		}
		?>
	</p>
	<?php
}

function counterbell_show_state( $heard ) {
	/* translators: %s: a time, such as "3 minutes" */
	$when = sprintf( __( 'Counterbell was last here %s ago.', 'counterbell' ), human_time_diff( $heard['at'] ) );
	if ( $heard['is_there'] ) {
		$kind  = 'notice-success';
		$title = __( 'Connected', 'counterbell' );
		$text  = $when . ' ' . __( 'Messages arrive within seconds while Counterbell is open on the shop’s computer.', 'counterbell' );
	} elseif ( $heard['at'] > 0 ) {
		$kind  = 'notice-warning';
		$title = __( 'Not connected', 'counterbell' );
		$text  = $when . ' ' . __( 'Customers can still write: their messages wait on this website. Open Counterbell on the shop’s computer to read and answer them.', 'counterbell' );
	} else {
		$kind  = 'notice-warning';
		$title = __( 'Not connected yet', 'counterbell' );
		$text  = __( 'Open Counterbell on the shop’s computer. Your website shows the chat window once Counterbell has found it, usually within a minute.', 'counterbell' );
	}
	?>
	<div class="notice <?php echo esc_attr( $kind ); ?> inline">
		<p>
			<strong><?php echo esc_html( $title ); ?></strong><br>
			<?php echo esc_html( $text ); ?>
			<a href="<?php echo esc_url( counterbell_page_url() ); ?>"><?php esc_html_e( 'Check again', 'counterbell' ); ?></a>
		</p>
	</div>
	<?php
}

function counterbell_show_folder( $state, $place ) {
	$words = array( __( 'Beside WordPress, so that updates of the plugin leave it alone.', 'counterbell' ) );
	if ( 'plugin' === $state['place'] ) {
		$words = array(
			__( 'Inside the plugin, because the website’s own folder “counterbell” can’t be used: WordPress can’t write there, or it belongs to something else. The chat works all the same. Enter the address above in Counterbell.', 'counterbell' ),
			__( 'WordPress deletes this folder together with the plugin. Messages that Counterbell has not fetched by then are lost.', 'counterbell' ),
		);
	} elseif ( $state['is_old'] ) {
		$words = array( __( 'The files couldn’t be updated, because WordPress can’t write there. The chat goes on working as it is.', 'counterbell' ) );
	}
	if ( ! wp_is_writable( $place['path'] ) ) {
		$words[] = __( 'Messages may not be kept: PHP can’t write to this folder. Ask your hosting provider to allow it.', 'counterbell' );
	}
	foreach ( $words as $text ) {
		echo '<p class="description">' . esc_html( $text ) . '</p>';
	}
}

function counterbell_show_help( $place ) {
	$script = $place['url'] . '/box.php';
	?>
	<h2><?php esc_html_e( 'Counterbell is open, but not connected?', 'counterbell' ); ?></h2>
	<ol>
		<li><?php esc_html_e( 'Check that Counterbell has the address above.', 'counterbell' ); ?></li>
		<li>
			<?php
			/* translators: %s: an address */
			echo wp_kses_post( sprintf( __( 'Open %s. It should show nothing but {"counterbell":1}. If it doesn’t, ask your hosting provider to allow PHP files in the folder above, and allow this address in your security plugin or firewall.', 'counterbell' ), '<a href="' . esc_url( $script ) . '" target="_blank">' . esc_html( $script ) . '</a>' ) );
			?>
		</li>
		<li><?php esc_html_e( 'Download the plugin from Counterbell again, upload it here and choose “Replace current with uploaded”. Each website’s plugin has a key of its own.', 'counterbell' ); ?></li>
	</ol>
	<?php
}
