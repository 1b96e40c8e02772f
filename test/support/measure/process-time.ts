/** Time that a process was given to compute in, as Linux tells it; elsewhere nothing is known. */

import { readFileSync } from "node:fs";

/** The kernel counts in hundredths of a second, whatever its own clock does. */
const TICK_MS = 10;

/** Of all its threads, in milliseconds; null where that is not known. */
export function processorMsOf(pid: number): number | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // No Linux, or no such process any more.
    return null;
  }
  // The second field is a name in brackets, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
