/**
 * Makes links and pictures of README.md absolute while the package is packed, because npm shows the file without the
 * repository around it: `node release/readme.mjs write` before, `restore` after. A second argument names the folder.
 */

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readAddresses } from "./addresses.mjs";

const [step, folder = resolve(import.meta.dirname, "..")] = process.argv.slice(2);
const readme = join(folder, "README.md");
const kept = join(folder, "README.md.kept");

if (step === "write") {
  // A pack that was interrupted has left the file as it was.
  if (existsSync(kept)) renameSync(kept, readme);
  const { files, raw } = readAddresses(folder);
  const text = readFileSync(readme, "utf8");
  writeFileSync(kept, text);
  writeFileSync(
    readme,
    text.replaceAll(/(!?)(\[[^\]]*\]\()(?!https?:|#)([^)]+\))/g, (_all, picture, label, path) =>
      picture === "!" ? `!${label}${raw}/${path}` : `${label}${files}/${path}`,
    ),
  );
} else if (step === "restore") {
  if (existsSync(kept)) renameSync(kept, readme);
} else {
  console.error("usage: node release/readme.mjs write|restore [FOLDER]");
  process.exitCode = 1;
}
