/** A map, compiled and written: the map itself, its portals, and the way out of one that leaks. */

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

/** Returns a map's path with another extension. */
const besideMap = (out: string, extension: string) => out.replace(/\.bsp$/i, "") + extension;

export const portalPath = (out: string): string => besideMap(out, ".prt");

/** Returns what to tell about it, by lines. */
export async function compileMapFile(
  vmf: Vmf,
  { out, prt, ...options }: CompileMapFileOptions,
  report: CompileReport,
): Promise<readonly string[]> {
  try {
    const pool = createCompilePool();
    const { bytes, portals } = await compileMap(
      vmf,
      {
        ...options,
        pool,
        materialHint: "; --content PATH names a folder or archive that has them",
      },
      report,
    );
    const files = new Map<string, Uint8Array | string>([[out, bytes]]);
    if (prt) files.set(portalPath(out), writePrt(portals));
    await writeSet(files);
    return [`${out}: ${bytes.length} bytes, ${portals.clusterCount} clusters`];
  } catch (error) {
    if (error instanceof LeakError) {
      await writeWhole(besideMap(out, ".lin"), writePointFile(error.points));
    }
    throw error;
  }
}
