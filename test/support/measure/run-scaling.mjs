/**
 * `npm run bench:scaling [-- OPTIONS]`: runs `visleaf bench` over generated maps of 1,000 to 65,000
 * faces and 100 to 10,000 props into one report. The maps are built once and kept in the system's
 * temporary folder; the largest takes a minute or more.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const SIZES = [
  { faces: 1000, props: 100 },
  { faces: 4000, props: 500 },
  { faces: 16_000, props: 2500 },
  { faces: 65_000, props: 10_000 },
];

const root = resolve(import.meta.dirname, "../../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folder = join(tmpdir(), `visleaf-${version}-scaling`);
const output = join(root, "test/output");

function runVisleaf(...args) {
  const command = join(root, "src/cli/from-source.mjs");
  const { status } = spawnSync(process.execPath, [command, ...args], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

mkdirSync(folder, { recursive: true });
mkdirSync(output, { recursive: true });
const maps = SIZES.map(({ faces, props }) => {
  // Plots read the number of faces from the name.
  const map = join(folder, `rooms-${faces}-props-${props}.bsp`);
  if (!existsSync(map)) {
    console.error(`making ${map}`);
    const counts = ["--faces", String(faces), "--props", String(props)];
    runVisleaf("compile", "--generate", "rooms", "--seed", "1", ...counts, "-o", map);
  }
  return map;
});

const args = process.argv.slice(2);
const has = (option) => args.some((arg) => arg === option || arg.startsWith(`${option}=`));
if (!has("--json")) args.push("--json", join(output, "scaling.json"));
if (!has("--report")) args.push("--report", join(output, "scaling.html"));
runVisleaf("bench", ...maps, ...args);
