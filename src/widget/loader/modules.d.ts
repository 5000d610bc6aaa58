/** Set by the build: the panel's file and those of the languages by their code, below `{home}/site/`. */
declare const PANEL_MODULE: string;
declare const LANGUAGE_MODULES: Readonly<Record<string, string>>;
/** Set by the build: the two texts that the button needs before a language is loaded. */
declare const BUTTON_TEXTS: Readonly<Record<string, readonly [button: string, close: string]>>;
