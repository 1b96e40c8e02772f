/** Memory of a process as reported by Linux; unknown elsewhere. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Returns the peak since the process started, or `null` if unknown. */
export function peakBytes(pid: number): number | null {
  return readStatus(pid, "VmHWM");
}

export function residentBytes(pid: number): number | null {
  return readStatus(pid, "VmRSS");
}

/** Resets this process' peak where Linux allows it. */
export function forgetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // Not Linux, or a container that forbids it: peaks then only grow, and are measured in new
    // processes.
  }
}

function readStatus(pid: number, field: string): number | null {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return null;
  const kilobytes = new RegExp(`${field}:\\s*(\\d+) kB`).exec(readFileSync(path, "utf8"));
  return kilobytes === null ? null : Number(kilobytes[1]) * 1024;
}
