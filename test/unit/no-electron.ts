// Electron's modules exist inside Electron alone: what a unit test reads them for does not touch them.
export const app = undefined;
