/** From package.json, put in when the page or the command is bundled. */
declare const VISLEAF_VERSION: string;
