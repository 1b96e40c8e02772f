import { basename } from "node:path";
import { formatOpenings, openingProgram } from "./measure-opening.ts";

/**
 * `npm run bench:memory -- MAP...`: prints a table of the memory of opening each map, in megabytes.
 */
export async function measureOpenings(paths: readonly string[]): Promise<number> {
  if (paths.length === 0) {
    console.error("npm run bench:memory -- MAP...");
    return 2;
  }
  const program = await openingProgram();
  try {
    const openings = [];
    for (const path of paths) {
      openings.push({ name: basename(path, ".bsp"), memory: await program.measure(path) });
    }
    console.log(formatOpenings(openings).join("\n"));
    return 0;
  } finally {
    program.dispose();
  }
}
