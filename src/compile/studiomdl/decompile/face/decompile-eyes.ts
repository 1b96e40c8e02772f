import type { MdlRig } from "../../../../formats/studio/rig/rig-types.ts";
import type { Mdl, MdlEyeballs } from "../../../../formats/studio/types.ts";
import { type Pose, transformPoint } from "../../pose-matrix.ts";
import type { QcEyeball, QcMouth } from "../../qc/face/face-types.ts";
import type { QcReport } from "../../qc/qc-statements.ts";
import { bindPoseOf } from "../bind-pose.ts";
import { writableName } from "../plain-name.ts";
import { shorten, shortVector } from "../rig/shorten.ts";

/** How far what is up and ahead of an eye may be from what compiling takes. */
const STRAIGHT = 0.01;

/** The eyeballs of a model of a body part, in the space of its SMD. */
export function decompileEyeballs(
  mdl: Mdl,
  eyes: MdlEyeballs,
  bodyPart: number,
  model: number,
  report: QcReport,
): QcEyeball[] {
  const rows = Array.from(eyes.bone.keys()).filter(
    (row) => eyes.bodyPart[row] === bodyPart && eyes.model[row] === model,
  );
  return rows.map((row) => {
    const pose = bindPoseOf(mdl, eyes.bone[row]);
    const [x, y, z] = eyes.origin.subarray(row * 3, row * 3 + 3);
    const at = new Float64Array(3);
    transformPoint(at, 0, pose, x, y, z);
    const name = writableName(eyes.name[row]);
    const up = turned(pose, eyes.up.subarray(row * 3, row * 3 + 3));
    const ahead = turned(pose, eyes.forward.subarray(row * 3, row * 3 + 3));
    const isStraight = Math.abs(up[2] - 1) < STRAIGHT && Math.abs(ahead[1] + 1) < STRAIGHT;
    if (!isStraight) report.warn(`eyeball ${row} looks along -y again: it does not in the model`);
    const mesh = eyes.mesh[row];
    if (mesh < 0) report.warn(`eyeball ${row} is drawn by no mesh`);
    const material = mesh < 0 ? "none" : mdl.textures[mdl.skins[mdl.meshes.material[mesh]]];
    const degrees = (Math.atan(eyes.zOffset[row]) * 180) / Math.PI;
    return {
      name,
      bone: mdl.bones.name[eyes.bone[row]],
      position: shortVector([at[0], at[1], at[2]]),
      material,
      diameter: shorten(eyes.radius[row] * 2),
      angle: Number(degrees.toFixed(5)) + 0,
      pupilScale: eyes.irisScale[row] > 0 ? shorten(1 / eyes.irisScale[row]) : 1,
      line: 1,
    };
  });
}

export function decompileMouths(
  mdl: Mdl,
  { mouths }: MdlRig,
  descriptors: readonly string[],
): QcMouth[] {
  return Array.from(mouths.bone, (bone, row) => ({
    row,
    flex: writableName(descriptors[mouths.flexDescriptor[row]]),
    bone: mdl.bones.name[bone],
    forward: shortVector([
      mouths.forward[row * 3],
      mouths.forward[row * 3 + 1],
      mouths.forward[row * 3 + 2],
    ]),
    line: 1,
  }));
}

function turned(pose: Pose, [x, y, z]: ArrayLike<number> & Iterable<number>): number[] {
  return [0, 4, 8].map((i) => pose[i] * x + pose[i + 1] * y + pose[i + 2] * z);
}
