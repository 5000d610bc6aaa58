/** How a Linux desktop calls itself: `ubuntu:GNOME`. Electron says Unity to itself on some of them, and puts the true name aside. */
export function linuxDesktop(environment: NodeJS.ProcessEnv): string | undefined {
  return environment['ORIGINAL_XDG_CURRENT_DESKTOP'] ?? environment['XDG_CURRENT_DESKTOP'];
}
