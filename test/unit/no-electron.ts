// Electron's modules exist only inside Electron; unit tests don't use the parts that need them.
export const app = undefined;
