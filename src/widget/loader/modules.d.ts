/** Set by the build: the panel's file and those of the languages by their code, below `{home}/site/`. */
declare const PANEL_MODULE: string;
declare const LANGUAGE_MODULES: Readonly<Record<string, string>>;
