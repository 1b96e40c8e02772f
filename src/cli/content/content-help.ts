/** What `--content` takes, for every verb's help. */

const LINES = [
  "a game's folder (with a gameinfo.txt, mounted by its search paths), an",
  "archive (.vpk, .gma, .zip), or a folder with materials and models; may be",
  "repeated: the first that has a file wins",
];

/** @param label the option, padded to where its text begins */
export function contentHelp(label: string): string {
  const indent = " ".repeat(label.length);
  return LINES.map((line, i) => (i === 0 ? label : indent) + line).join("\n");
}
