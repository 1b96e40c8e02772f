import type { KeyValuesNode } from "../../../formats/keyvalues/types.ts";
import type { Phy } from "../../../formats/phy/types.ts";
import type { Smd } from "../../../formats/smd/types.ts";
import type { Mdl } from "../../../formats/studio/types.ts";
import { identityPose, type Pose, transformPoint } from "../pose-matrix.ts";
import { bindPoseOf } from "./bind-pose.ts";
import { skeletonOf } from "./decompile-smd.ts";

/** What the triangles of hulls are named by; nobody draws them. */
const MATERIAL = "phy";

/**
 * The hulls of a collision model in the space of SMDs: one that is in the model's space, or one of each bone of a
 * ragdoll, which hangs on that bone.
 * @param space from model space to the SMDs'
 */
export function decompileHulls(mdl: Mdl, phy: Phy, space: Pose): Smd {
  const bones = phy.solidCount > 1 ? listBones(mdl, phy) : [];
  const poses = bones.map((bone) => (bone < 0 ? identityPose() : bindPoseOf(mdl, bone)));
  const count = phy.corners.length / 9;
  const corners = count * 3;
  const position = new Float32Array(corners * 3);
  const bone = new Uint16Array(corners);
  for (let hull = 0; hull < phy.hullCount; hull++) {
    const solid = phy.hullSolid[hull];
    const pose = poses[solid] ?? space;
    const end = phy.hullFirstTriangle[hull + 1] * 3;
    for (let corner = phy.hullFirstTriangle[hull] * 3; corner < end; corner++) {
      const [x, y, z] = phy.corners.subarray(corner * 3, corner * 3 + 3);
      transformPoint(position, corner * 3, pose, x, y, z);
      bone[corner] = Math.max(0, bones[solid] ?? 0);
    }
  }
  return {
    ...skeletonOf(mdl),
    triangles: {
      ...{ count, materials: [MATERIAL], material: new Uint32Array(count), bone, position },
      normal: listNormals(position),
      texCoord: new Float32Array(corners * 2),
      firstLink: Uint32Array.from({ length: corners + 1 }, (_, i) => i),
      linkBone: bone,
      linkWeight: new Float32Array(corners).fill(1),
      firstExtraTexCoord: new Uint32Array(corners + 1),
      extraTexCoord: new Float32Array(0),
    },
  };
}

/** The bone that each solid is named for; -1: none. */
function listBones({ bones }: Mdl, { keyValues }: Phy): number[] {
  const names = bones.name.map((name) => name.toLowerCase());
  const solids = keyValues.filter(({ key }) => key.toLowerCase() === "solid");
  return solids.map((solid) => names.indexOf(textOf(solid, "name").toLowerCase()));
}

function textOf({ value }: KeyValuesNode, wanted: string): string {
  if (typeof value === "string") return "";
  const found = value.find(({ key }) => key.toLowerCase() === wanted)?.value;
  return typeof found === "string" ? found : "";
}

/** Of flat triangles. */
function listNormals(p: Float32Array): Float32Array {
  const normals = new Float32Array(p.length);
  for (let i = 0; i < p.length; i += 9) {
    const [ax, ay, az] = [p[i + 3] - p[i], p[i + 4] - p[i + 1], p[i + 5] - p[i + 2]];
    const [bx, by, bz] = [p[i + 6] - p[i], p[i + 7] - p[i + 1], p[i + 8] - p[i + 2]];
    const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const length = Math.hypot(...normal) || 1;
    for (let k = 0; k < 9; k++) normals[i + k] = normal[k % 3] / length;
  }
  return normals;
}
