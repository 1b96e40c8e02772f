/**
 * `npm run bench:scaling`: what grows with a map. Generates mazes whose clusters, leafs and areas
 * grow with their faces, and prints a growth table of loads, memory and frames without a GPU; then
 * runs `visleaf bench` over them in a browser, unless `--device null` is given.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { FrameReport } from "../../../../src/bench/frame-cost/frame-report.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { findMostHeld, openingProgram } from "../measure-opening.ts";
import { formatGrowth, type GrownMap } from "./growth-table.ts";

const SIZES = [
  { faces: 1000, props: 200 },
  { faces: 4000, props: 700 },
  { faces: 16_000, props: 2800 },
  { faces: 56_000, props: 10_000 },
];

const root = resolve(import.meta.dirname, "../../../..");
const output = join(root, "test/output");

/** Runs a verb of the command from source. @throws Error if it fails */
function runVisleaf(...args: string[]): void {
  const command = join(root, "src/cli/from-source.mjs");
  const { status } = spawnSync(process.execPath, [command, ...args], { stdio: "inherit" });
  if (status !== 0) throw new Error(`visleaf ${args[0]} ended with ${status}`);
}

/** Returns the maps' paths. They are kept in the system's temporary folder. */
function makeMaps(): string[] {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const folder = join(tmpdir(), `visleaf-${version}-scaling`);
  mkdirSync(folder, { recursive: true });
  return SIZES.map(({ faces, props }) => {
    // Plots read the number of faces from the name.
    const map = join(folder, `maze-${faces}-props-${props}.bsp`);
    if (!existsSync(map)) {
      console.error(`making ${map}`);
      const counts = ["--faces", String(faces), "--props", String(props)];
      runVisleaf("compile", "--generate", "maze", "--seed", "1", ...counts, "-o", map);
    }
    return map;
  });
}

function countMap(path: string): GrownMap["counts"] {
  const bytes = new Uint8Array(readFileSync(path));
  const { faces, visibility, leafs, areas, staticProps, ldr, hdr, entities } = parseBsp(bytes);
  return {
    faces: faces.count,
    clusters: visibility?.clusterCount ?? 0,
    leafs: leafs.count,
    areas: areas.count,
    props: staticProps?.count ?? 0,
    lights: (hdr ?? ldr)?.worldLights?.count ?? 0,
    entities: entities.length,
    bytes: bytes.length,
  };
}

/** Returns the exit code. */
export async function measureScaling(args: readonly string[]): Promise<number> {
  mkdirSync(output, { recursive: true });
  const maps = makeMaps();
  const json = join(output, "scaling-frames.json");
  runVisleaf("bench", ...maps, "--device", "null", "--json", json);
  const frames: FrameReport = JSON.parse(readFileSync(json, "utf8"));
  const program = await openingProgram();
  try {
    const grown: GrownMap[] = [];
    for (const [i, path] of maps.entries()) {
      const memory = await program.measure(path);
      grown.push({
        counts: countMap(path),
        frame: frames.runs[i],
        heldBytes: findMostHeld(memory).total,
        processBytes: memory.residentBytes,
      });
    }
    console.log(`\n${formatGrowth(grown).join("\n")}`);
  } finally {
    program.dispose();
  }
  if (args.join(" ") === "--device null") return 0;
  const has = (option: string) =>
    args.some((arg) => arg === option || arg.startsWith(`${option}=`));
  const own = [
    ...(has("--json") ? [] : ["--json", join(output, "scaling.json")]),
    ...(has("--report") ? [] : ["--report", join(output, "scaling.html")]),
  ];
  runVisleaf("bench", ...maps, ...args, ...own);
  return 0;
}
