/** Keeps the window in the part of the screen that a phone's keyboard leaves free. */
export function fitToKeyboard(root: ShadowRoot): void {
  const view = window.visualViewport;
  const { host } = root;
  if (view === null || !(host instanceof HTMLElement)) return;
  const fit = (): void => {
    // Zoomed in by hand the page moves under the fingers: the window stays where it is.
    const isZoomed = view.scale > 1.01;
    host.style.setProperty('--visible-height', isZoomed ? '100dvh' : `${String(view.height)}px`);
    host.style.setProperty('--visible-top', isZoomed ? '0px' : `${String(view.offsetTop)}px`);
  };
  view.addEventListener('resize', fit);
  view.addEventListener('scroll', fit);
  fit();
}
