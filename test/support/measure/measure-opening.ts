/** Measures the memory of opening maps, in one process per map. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { bundleProgram } from "./bundle-program.ts";
import type { HeldMemory, OpenedMemory } from "./open-program.ts";

const run = promisify(execFile);

export interface OpeningProgram {
  /** Rejects with the process' output if the map cannot be opened. */
  measure(path: string): Promise<OpenedMemory>;
  dispose(): void;
}

export async function openingProgram(): Promise<OpeningProgram> {
  const { path: program, dispose } = await bundleProgram("test/support/measure/open-program.ts");
  return {
    async measure(path) {
      const { stdout } = await run(process.execPath, ["--expose-gc", program, path]);
      return JSON.parse(stdout);
    },
    dispose,
  };
}

const totalOf = ({ buffers, heap }: HeldMemory): number => buffers + heap;

/** Returns the event with the most memory held. */
export function findMostHeld({ stages }: OpenedMemory): HeldMemory & { readonly total: number } {
  const most = stages.reduce((a, b) => (totalOf(b) > totalOf(a) ? b : a));
  return { ...most, total: totalOf(most) };
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Formats a Markdown row for each map. */
export function formatOpenings(
  openings: readonly { readonly name: string; readonly memory: OpenedMemory }[],
): string[] {
  const rows = openings.map(({ name, memory }) => {
    const { byteLength, unpackedByteLength, residentBytes, stages } = memory;
    const most = findMostHeld(memory);
    const cells = [
      name,
      megabytes(byteLength),
      unpackedByteLength === byteLength ? "" : megabytes(unpackedByteLength),
      megabytes(most.total),
      (most.total / unpackedByteLength).toFixed(2),
      most.event,
      megabytes(totalOf(stages[stages.length - 1])),
      residentBytes === null ? "" : megabytes(residentBytes),
      residentBytes === null ? "" : (residentBytes / unpackedByteLength).toFixed(1),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| map | file | unpacked | held at most | of it | at | held at the end | process | of it |",
    "|---|---|---|---|---|---|---|---|---|",
    ...rows,
  ];
}
