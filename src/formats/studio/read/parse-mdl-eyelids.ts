/** Reads the eyelids of an MDL. */

import { float, int } from "../../binary/columns.ts";
import type { Eyelids } from "../rig/flex-types.ts";
import { MdlReader } from "./mdl-reader.ts";
import { HEADER_TABLES } from "./mdl-tables.ts";

const MODEL_BYTES = 148;
/** `mstudioeyeball_t` */
const EYEBALL = {
  bytes: 172,
  columns: {
    upperState: int(68, 3),
    lowerState: int(80, 3),
    upperTarget: float(92, 3),
    lowerTarget: float(104, 3),
    upperLid: int(116),
    lowerLid: int(120),
  },
} as const;
const IS_NOT_FACS = 140;

/**
 * Reads the eyelids of an MDL that `parseMdl` accepts, two for each eyeball, in the order of the
 * eyeballs. Eyes without lids, and eyes whose lids are moved by flex rules, have none.
 * @throws FormatError
 */
export function parseMdlEyelids(bytes: Uint8Array): Eyelids {
  const reader = new MdlReader(bytes);
  const descriptorCount = reader.find(HEADER_TABLES.flexDescriptors).count;
  const rows: { lid: number; state: number[]; target: number[] }[] = [];
  const add = (lid: number, state: Int32Array, target: Float32Array): void => {
    const [a, b, c] = state;
    // An eye without lids has zeros in these fields and no other mark.
    const isLid = [lid, a, b, c].every((row) => row >= 0 && row < descriptorCount);
    if (isLid && a !== b && b !== c && a !== c) {
      rows.push({ lid, state: [...state], target: [...target] });
    }
  };
  const parts = reader.find(HEADER_TABLES.bodyParts);
  for (let part = 0; part < parts.count; part++) {
    const record = parts.at + part * parts.bytes;
    const models = reader.findBelow("mstudiomodel_t", record, 4, 12, MODEL_BYTES);
    for (let model = 0; model < models.count; model++) {
      const at = models.at + model * MODEL_BYTES;
      const found = reader.findBelow("mstudioeyeball_t", at, 100, 104, EYEBALL.bytes);
      const eyes = reader.columns(found, EYEBALL);
      for (let eye = 0; eye < found.count; eye++) {
        if (reader.bytes[found.at + eye * EYEBALL.bytes + IS_NOT_FACS] !== 0) continue;
        const [from, to] = [eye * 3, eye * 3 + 3];
        const { upperState, lowerState, upperTarget, lowerTarget } = eyes;
        add(eyes.upperLid[eye], upperState.subarray(from, to), upperTarget.subarray(from, to));
        add(eyes.lowerLid[eye], lowerState.subarray(from, to), lowerTarget.subarray(from, to));
      }
    }
  }
  return {
    count: rows.length,
    descriptor: Int32Array.from(rows, ({ lid }) => lid),
    state: Int32Array.from(rows.flatMap(({ state }) => state)),
    target: Float32Array.from(rows.flatMap(({ target }) => target)),
  };
}
