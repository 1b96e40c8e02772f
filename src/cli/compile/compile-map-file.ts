/** A map, compiled and written: the map itself, its portals, and the way out of one that leaks. */

import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { compileMap } from "../../compile/compile-map.ts";
import type { CompileReport } from "../../compile/types.ts";
import { LeakError, writePointFile } from "../../compile/vbsp/tree/leak.ts";
import { writePrt } from "../../formats/prt/write-prt.ts";
import type { Vmf } from "../../formats/vmf/types.ts";
import type { ReadFile } from "../../formats/vmt/resolve-vmt.ts";
import { writeSet, writeWhole } from "../files/write-whole.ts";
import { createCompilePool } from "./thread-pool.ts";

export interface CompileMapFileOptions {
  readonly out: string;
  readonly read: ReadFile;
  readonly fast: boolean;
  /** Whether to write the portals too. */
  readonly prt: boolean;
  readonly pak?: ReadonlyMap<string, Uint8Array>;
}

/** Returns what to tell about it, by lines. */
export async function compileMapFile(
  vmf: Vmf,
  { out, prt, ...options }: CompileMapFileOptions,
  report: CompileReport,
): Promise<readonly string[]> {
  const base = out.replace(/\.bsp$/i, "");
  // Better told now than after minutes of work.
  await access(dirname(out));
  try {
    const pool = createCompilePool();
    const { bytes, portals } = await compileMap(vmf, { ...options, pool }, report);
    const files = new Map<string, Uint8Array | string>([[out, bytes]]);
    if (prt) files.set(`${base}.prt`, writePrt(portals));
    await writeSet(files);
    return [`${out}: ${bytes.length} bytes, ${portals.clusterCount} clusters`];
  } catch (error) {
    if (error instanceof LeakError) await writeWhole(`${base}.lin`, writePointFile(error.points));
    throw error;
  }
}
