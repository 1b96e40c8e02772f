/** What models say of how they may be used. */

import { FormatError } from "../../../core/errors.ts";
import { parseKeyValues } from "../../../formats/keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../../../formats/keyvalues/types.ts";
import { normalizePath } from "../../../formats/normalize-path.ts";
import { STUDIOHDR_FLAGS_STATIC_PROP } from "../../../formats/studio/mesh/build-bone-palette.ts";
import { parseMdl } from "../../../formats/studio/read/parse-mdl.ts";
import { parseMdlRig } from "../../../formats/studio/read/parse-mdl-rig.ts";

export interface PropModelFacts {
  /** Compiled with `$staticprop`. */
  readonly isStatic: boolean;
  /** Its key values have `prop_data`. */
  readonly hasPropData: boolean;
  /** Its `prop_data` has `allowstatic`, other than 0. */
  readonly allowsStatic: boolean;
  /** Where it is lit from, in its own space, inches. */
  readonly illumPosition: readonly [number, number, number];
  readonly size: number;
}

/** null: the model is not at hand, or is broken, which another rule tells. */
export async function readPropModel(
  readFile: (path: string) => Promise<Uint8Array | null>,
  name: string,
): Promise<PropModelFacts | null> {
  const bytes = await readFile(normalizePath(name));
  if (bytes === null) return null;
  try {
    const mdl = parseMdl(bytes);
    const data = findPropData(parseMdlRig(bytes).keyValues);
    return {
      isStatic: (mdl.flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0,
      hasPropData: data !== null,
      allowsStatic: data?.some(({ key, value }) => isAllowance(key, value)) ?? false,
      illumPosition: mdl.illumPosition,
      size: Math.hypot(...mdl.hullMaxs.map((value, axis) => value - mdl.hullMins[axis])),
    };
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

const isAllowance = (key: string, value: KeyValuesNode["value"]): boolean =>
  key.toLowerCase() === "allowstatic" &&
  typeof value === "string" &&
  Number.parseInt(value, 10) !== 0;

/** It stands in a block of any name, or by itself. */
function findPropData(text: string): readonly KeyValuesNode[] | null {
  const find = (
    nodes: readonly KeyValuesNode[],
    depth: number,
  ): readonly KeyValuesNode[] | null => {
    for (const { key, value } of nodes) {
      if (typeof value === "string") continue;
      if (key.toLowerCase() === "prop_data") return value;
      const found = depth > 0 ? find(value, depth - 1) : null;
      if (found !== null) return found;
    }
    return null;
  };
  return find(parseKeyValues(text), 1);
}
