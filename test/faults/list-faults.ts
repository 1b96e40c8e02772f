/** Formats the faults as a page. */

import type { Fault } from "./fault.ts";
import { findPlantings, type Sources } from "./find-faults.ts";

const HEAD = `# Planted faults

Tests are worth what they notice. These faults were planted by hand, one at a time, and each was noticed
by the tests named beside it, in a fresh clone without any game's files. \`npm run faults\` plants them
again in a copy of the project and fails if one is silent. The list is in \`test/faults/list\`.

`;

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

export function listFaults(faults: readonly Fault[], sources: Sources): string {
  const rows = faults.map((fault) => {
    const files = new Set(findPlantings(fault, sources).map(({ file }) => nameOf(file)));
    const tests = fault.caughtBy.map(
      ([file, test]) => `\`${nameOf(file)}\`${test === undefined ? "" : ` (${test})`}`,
    );
    const where = [...files].map((file) => `\`${file}\``);
    return `| ${fault.name} | ${where.join(", ")} | ${tests.join(", ")} |\n`;
  });
  return `${HEAD}| the fault | planted in | noticed by |\n|---|---|---|\n${rows.join("")}`;
}
