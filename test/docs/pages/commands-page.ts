/** Writes docs/commands.md from the help of the verbs. */

export interface VerbHelp {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
}

const HEAD = `# Commands

Look up what a verb of the \`visleaf\` command takes and prints. In a checkout, \`npm run -s visleaf -- VERB …\` runs it; installed as a
package, \`npx visleaf VERB …\`. Exit codes: 0 done, 1 could not be done, 2 bad file, 3 \`check\` found something.

\`npm run docs\` writes this page from each verb's \`--help\`, less the [common options](#common-options) and the keys of JSON output.
`;

const RULES = `## Common options

Verbs that take them name them after "also". A value at the end of an option's text, as in "pixels; 1280x720", is its default.

* \`--content PATH\`: where materials, models and other files are looked for; repeatable (see below).
* \`--side hdr|ldr\`: which light to use if the map has both; hdr.
* \`--texture-budget MB\`: memory for textures; larger ones are shown smaller; 1024.
* \`--limit NAME=NUMBER\`: change a [limit](limits.md); NUMBER may be none; repeatable.
* \`--json\`: print one JSON object (\`check\` and \`explain\`: an array) instead of text; \`visleaf VERB --help\` names its keys.

**Content** is a game's folder with a \`gameinfo.txt\`, or a folder of games: mounted by their search paths, as far as these lie in the
folder or up to two above it. Or an archive: \`.vpk\` (of a split one, the \`_dir.vpk\`), \`.gma\`, \`.zip\`. Or any other folder: its folders with
\`materials\`, \`models\` or the like, up to four deep, and its archives; outer folders come first, loose files before archives. A file is taken
from the first source that has it: the map's pakfile, the archive that the map came in, then each \`--content\` in turn. Unreadable and empty
sources are reported on stderr.

**Written files.** Outputs are replaced; inputs never are, under any name (links, case), even with \`--force\`. Files that belong to an input count
as inputs: a model's \`.vvd\`, \`.vtx\`, \`.phy\` and \`.ani\`, parts of a VPK, a QC's SMDs, all content that was read.
\`decompile\`, \`export --format smd\`, \`compile MODEL.qc\` and \`pak extract\` take file names from their input: if such a file exists with other
content, they write nothing and exit with 1, unless \`--force\` replaces it. Files of one command are renamed together when all are complete;
SIGINT, SIGTERM and SIGHUP remove unfinished ones.
`;

/** Options that the page describes once, with the texts that the verbs' help has for them. */
const COMMON: Readonly<Record<string, RegExp>> = {
  "--content PATH":
    /^game folder, archive \(\.vpk, \.gma, \.zip\), or folder with materials and models; repeatable, the first one that has a file wins/,
  "--side hdr|ldr": /^which light to use if the map has both; hdr/,
  "--texture-budget MB": /^memory for textures; larger ones are shown smaller; 1024/,
  "--limit NAME=NUMBER":
    /^change a limit of docs\/limits\.md(?:; NUMBER may be none)?(?:; repeatable| \([\w, ]+\))?/,
  // With the keys of the object, which only the help lists.
  "--json": /^print one JSON (?:object|array)(?: instead of text)?(?:[:,] .*)?$/,
};
/** An option's row of a help text, with the lines that continue it. */
const ROW = /^ {2}(--[\w-]+(?: [^\s]+)?) +(\S.*(?:\n {8,}\S.*)*)\n/gm;
/** Lists of JSON keys below the options of `inspect`. */
const KEYS = /^JSON of [\s\S]*?(?=^Exit code|^\n)/gm;

/** Takes common options and JSON keys out of a help text, and names the options behind the others. */
function shorten(help: string): string {
  const common: string[] = [];
  const text = help.replace(KEYS, "").replace(ROW, (row, option: string, about: string) => {
    const flat = about.replaceAll(/\s+/g, " ");
    const text = COMMON[option];
    if (text === undefined || !text.test(flat)) return row;
    const rest = flat.replace(text, "").trim().replace(/\.$/, "");
    const [name] = option.split(" ");
    common.push(rest === "" ? name : `${name} (${rest})`);
    return common.length === 1 ? "  ALSO\n" : "";
  });
  return text.replace("  ALSO\n", `  also ${common.join(", ")}\n`);
}

export function listCommandsAsPage(verbs: readonly VerbHelp[]): string {
  const rows = verbs.map(({ name, summary }) => `* [\`${name}\`](#visleaf-${name}): ${summary}`);
  const sections = verbs.map(({ name, help }) => {
    return `## \`visleaf ${name}\`\n\n\`\`\`text\n${shorten(help)}\n\`\`\`\n`;
  });
  return [HEAD, `${rows.join("\n")}\n`, RULES, ...sections].join("\n");
}
