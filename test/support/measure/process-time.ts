/** Processor time of a process as reported by Linux; unknown elsewhere. */

import { readFileSync } from "node:fs";

/** The kernel counts in hundredths of a second, whatever its clock rate. */
const TICK_MS = 10;

/** Returns the time of all its threads in milliseconds, or `null` if unknown. */
export function processorMsOf(pid: number): number | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // Not Linux, or the process has ended.
    return null;
  }
  // The second field is a name in brackets, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
