/** Text of `--content` in every verb's help. */

const LINES = [
  "game folder, archive (.vpk, .gma, .zip), or folder with materials and",
  "models; repeatable, the first one that has a file wins",
];

/** @param label the option, padded to where its text begins */
export function contentHelp(label: string): string {
  const indent = " ".repeat(label.length);
  return LINES.map((line, i) => (i === 0 ? label : indent) + line).join("\n");
}
