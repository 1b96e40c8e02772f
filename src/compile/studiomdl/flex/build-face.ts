/** Builds flex controllers and rules from a QC. */

import { FLEX_OP } from "../../../formats/studio/rig/flex-types.ts";
import type { StudioFaceFile } from "../../../formats/studio/write/write-types.ts";
import { qcError } from "../qc/qc-statements.ts";
import type { Qc } from "../qc/qc-types.ts";

/** `MAXSTUDIOFLEXDESC`, and the size of a rule's stack. */
const MAX_DESCRIPTORS = 1024;

/** Names of flexes in the order of their first use. */
export class FlexDescriptors {
  readonly names: string[] = [];
  readonly #rows = new Map<string, number>();

  readonly add = (name: string): number => {
    const key = name.toLowerCase();
    let row = this.#rows.get(key);
    if (row === undefined) {
      row = this.names.push(name) - 1;
      this.#rows.set(key, row);
    }
    return row;
  };
}

/**
 * Returns the script's face data with names resolved; `null` if none.
 * @throws FormatError if a rule names a missing controller
 */
export function buildFace(qc: Qc, descriptors: FlexDescriptors): StudioFaceFile | null {
  for (const name of qc.flexVariables) descriptors.add(name);
  const controllers = new Map(
    qc.flexControllers.map(({ name }, row) => [name.toLowerCase(), row] as const),
  );
  const rules = qc.flexRules.map(({ descriptor, operations, line }) => ({
    descriptor: descriptors.add(descriptor),
    operations: operations.map(({ op, value, name }) => {
      if (op === FLEX_OP.FETCH2) return { op, value, index: descriptors.add(name) };
      if (op !== FLEX_OP.FETCH1) return { op, value, index: 0 };
      const index = controllers.get(name.toLowerCase());
      if (index === undefined) {
        throw qcError("mismatch", "rule", line, "a flexcontroller before it", name);
      }
      return { op, value, index };
    }),
  }));
  if (descriptors.names.length > MAX_DESCRIPTORS) {
    const expected = `at most ${MAX_DESCRIPTORS} movements`;
    throw qcError("bad-count", "flex", 1, expected, String(descriptors.names.length));
  }
  if (descriptors.names.length === 0 && qc.flexControllers.length === 0) return null;
  return { descriptors: descriptors.names, controllers: qc.flexControllers, rules };
}
