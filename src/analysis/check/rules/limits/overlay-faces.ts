import { OVERLAY_FACES } from "../../../../formats/bsp/records/overlays.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * An overlay lists no face, or 64, the most that its record holds. (warning)
 * Mend: Choose its faces again in Hammer, or give it fewer; every piece of a split face counts.
 *
 * `OVERLAY_BSP_FACE_COUNT` of `bspfile.h`: the compiler cuts off further faces without a message.
 */
export const overlayFaces: Rule = {
  name: "overlay-faces",
  why: "An overlay is drawn on the faces that it lists, and the compiler lists no more than 64.",
  check(facts) {
    facts.needs("LUMP_OVERLAYS");
    const { overlays, texInfos, texDatas } = facts.bsp;
    const faults: Fault[] = [];
    for (let row = 0; row < overlays.count; row++) {
      const count = overlays.faceCount[row];
      if (count > 0 && count < OVERLAY_FACES) continue;
      const material = texDatas.name[texInfos.texdata[overlays.texinfo[row]]] ?? "no material";
      const at = (column: Float32Array): Vec3 =>
        [...column.subarray(row * 3, row * 3 + 3)] as never;
      const says =
        count === 0
          ? "lies on no face: it is not drawn"
          : `lies on ${count} faces, the most there are: on others it may be cut off`;
      faults.push({
        severity: "warning",
        message: `Overlay ${overlays.id[row]} (${material}) ${says}.`,
        origin: at(overlays.origin),
        normal: at(overlays.basisNormal),
        overlay: row,
      });
    }
    return faults;
  },
};
