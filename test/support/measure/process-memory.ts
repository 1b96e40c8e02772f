/** Memory of a process, as Linux tells it; elsewhere nothing is known. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** The most that it has had since its program began; null where that is not known. */
export function peakBytes(pid: number): number | null {
  return readStatus(pid, "VmHWM");
}

export function residentBytes(pid: number): number | null {
  return readStatus(pid, "VmRSS");
}

/** Has this process' peak begin anew, where Linux lets it. */
export function forgetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // No Linux, or a container that forbids it: peaks then only grow, and are read in new processes.
  }
}

function readStatus(pid: number, field: string): number | null {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return null;
  const kilobytes = new RegExp(`${field}:\\s*(\\d+) kB`).exec(readFileSync(path, "utf8"));
  return kilobytes === null ? null : Number(kilobytes[1]) * 1024;
}
