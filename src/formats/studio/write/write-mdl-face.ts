/** Writes the facial animation data of an MDL. */

import { halfFromFloat } from "../../vtf/half-float.ts";
import { FLEX_OP } from "../rig/flex-types.ts";
import type { StudioWriter } from "./studio-writer.ts";
import type { StudioFaceFile, StudioFlexFile } from "./write-types.ts";

const DESCRIPTOR_BYTES = 4;
const CONTROLLER_BYTES = 20;
const RULE_BYTES = 12;
const OP_BYTES = 8;
const FLEX_BYTES = 60;
const VERTEX_BYTES = 16;
const FULL = 255;

/** Writes `mstudioflexdesc_t`, `mstudioflexcontroller_t` and `mstudioflexrule_t`. */
export function writeMdlFace(out: StudioWriter, face: StudioFaceFile): void {
  const descriptors = out.reserve(face.descriptors.length * DESCRIPTOR_BYTES);
  out.i32(260, face.descriptors.length, descriptors);
  face.descriptors.forEach((name, i) => {
    const at = descriptors + i * DESCRIPTOR_BYTES;
    out.string(at, at, name);
  });
  const controllers = out.reserve(face.controllers.length * CONTROLLER_BYTES);
  out.i32(268, face.controllers.length, controllers);
  face.controllers.forEach(({ type, name, min, max }, i) => {
    const at = controllers + i * CONTROLLER_BYTES;
    out.string(at, at, type);
    out.string(at + 4, at, name);
    out.f32(at + 12, [min, max]);
  });
  const rules = out.reserve(face.rules.length * RULE_BYTES);
  out.i32(276, face.rules.length, rules);
  face.rules.forEach(({ descriptor, operations }, i) => {
    const at = rules + i * RULE_BYTES;
    const first = out.reserve(operations.length * OP_BYTES);
    out.i32(at, descriptor, operations.length, first - at);
    operations.forEach(({ op, index, value }, k) => {
      out.i32(first + k * OP_BYTES, op);
      if (op === FLEX_OP.CONST) out.f32(first + k * OP_BYTES + 4, [value]);
      else out.i32(first + k * OP_BYTES + 4, index);
    });
  });
}

/**
 * Writes the `mstudioflex_t` of the mesh whose record is at `mesh`, and their `mstudiovertanim_t`.
 */
export function writeMeshFlexes(
  out: StudioWriter,
  mesh: number,
  flexes: readonly StudioFlexFile[],
): void {
  if (flexes.length === 0) return;
  const first = out.reserve(flexes.length * FLEX_BYTES);
  out.i32(mesh + 16, flexes.length, first - mesh);
  flexes.forEach(({ descriptor, pair, target, vertices, side, delta, normalDelta }, i) => {
    const at = first + i * FLEX_BYTES;
    const rows = out.reserve(vertices.length * VERTEX_BYTES);
    out.i32(at, descriptor);
    out.f32(at + 4, target);
    out.i32(at + 20, vertices.length, rows - at, Math.max(pair, 0));
    vertices.forEach((vertex, row) => {
      const from = rows + row * VERTEX_BYTES;
      out.i16(from, vertex);
      out.u8(from + 2, FULL, Math.round(side[row] * FULL));
      for (let k = 0; k < 3; k++) {
        out.i16(from + 4 + k * 2, halfFromFloat(delta[row * 3 + k]));
        out.i16(from + 10 + k * 2, halfFromFloat(normalDelta[row * 3 + k]));
      }
    });
  });
}
