import { FormatError } from "../../../src/core/errors.ts";
import { createVmfEntity } from "../../../src/formats/vmf/parse-vmf.ts";
import type { VmfEntity } from "../../../src/formats/vmf/types.ts";

export function makeEntity(keys: Readonly<Record<string, string>>, line = 1): VmfEntity {
  return createVmfEntity({ id: 1, line, pairs: Object.entries(keys), connections: [], solids: [] });
}

/** Returns the FormatError that a call throws. */
export function catchFault(run: () => unknown): FormatError {
  try {
    run();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("no error was thrown");
}
