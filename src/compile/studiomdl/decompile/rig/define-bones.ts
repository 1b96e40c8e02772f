import type { Mdl, Vvd } from "../../../../formats/studio/types.ts";
import { anglesOf, poseFromQuaternion } from "../../pose-matrix.ts";
import type { QcBone } from "../../qc/rig/rig-types.ts";
import { shortVector } from "./shorten.ts";

/** `$definebone` of all bones, where some would be left out because no vertex hangs on them; else none. */
export function defineBones({ bones }: Mdl, vvd: Vvd | null): QcBone[] {
  if (vvd === null || isAllUsed(bones, vvd)) return [];
  return bones.name.map((name, row) => {
    const pose = poseFromQuaternion(bones.quaternion, row * 4, bones.position, row * 3);
    const parent = bones.parent[row] < 0 ? "" : bones.name[bones.parent[row]];
    const position = shortVector([pose[3], pose[7], pose[11]]);
    return { name, parent, position, angles: anglesOf(pose), line: 1 };
  });
}

function isAllUsed({ count, parent }: Mdl["bones"], { vertices }: Vvd): boolean {
  const isUsed = new Uint8Array(count);
  for (let vertex = 0; vertex < vertices.count; vertex++) {
    const at = vertex * 3;
    for (let k = at; k < at + vertices.boneCount[vertex]; k++) {
      if (vertices.boneWeight[k] > 0) isUsed[vertices.boneIndex[k]] = 1;
    }
  }
  for (let bone = count - 1; bone >= 0; bone--) {
    if (isUsed[bone] === 1 && parent[bone] >= 0) isUsed[parent[bone]] = 1;
  }
  return isUsed.every((used) => used === 1);
}
