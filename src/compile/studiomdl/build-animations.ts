import type { Ledger } from "../../core/ledger.ts";
import type { Smd } from "../../formats/smd/types.ts";
import { STUDIO_DELTA, STUDIO_LOOPING } from "../../formats/studio/animation/animation-types.ts";
import type { StudioAnimationFile } from "../../formats/studio/write/write-types.ts";
import type { ModelBones } from "./collect-bones.ts";
import {
  createPose,
  identityPose,
  invertPose,
  multiplyPoses,
  type Pose,
  writeEuler,
} from "./pose-matrix.ts";
import { qcError } from "./qc/qc-statements.ts";
import type { QcAnimation } from "./qc/qc-types.ts";

/**
 * An SMD's frames as poses of the model's bones. Bones that the SMD lacks stay in their bind pose;
 * `modelFromSmd` moves the roots. Frames that are added to others are taken as they are.
 * @throws FormatError "QC" for a range without frames, and where the poses are too many (`compiledPoses`)
 */
export function buildAnimation(
  qc: QcAnimation,
  name: string,
  smd: Smd,
  bones: ModelBones,
  scale: number,
  modelFromSmd: Pose,
  ledger: Ledger,
): StudioAnimationFile {
  const { skeleton } = smd;
  const frames = pickFrames(qc, smd);
  ledger.take("compiledPoses", frames.length * Math.max(1, bones.count), name, "QC");
  const nodeOf = bones.name.map((bone) => findNode(smd, bone));
  const position = new Float32Array(frames.length * bones.count * 3);
  const rotation = new Float32Array(frames.length * bones.count * 3);
  for (let i = 0; i < frames.length; i++) {
    const base = frames[i] * smd.nodes.count;
    const local: Pose[] = [];
    for (let node = 0; node < smd.nodes.count; node++) {
      const at = (base + node) * 3;
      local.push(createPose(skeleton.rotation, at, skeleton.position, at, scale));
    }
    for (let bone = 0; bone < bones.count; bone++) {
      const placed =
        qc.delta !== null
          ? (local[nodeOf[bone]] ?? STILL)
          : placeBone(smd, local, nodeOf, bones, bone, modelFromSmd);
      const at = (i * bones.count + bone) * 3;
      writeEuler(rotation, at, placed);
      position.set([placed[3], placed[7], placed[11]], at);
    }
  }
  return {
    name,
    fps: qc.fps,
    flags: animationFlags(qc),
    frameCount: frames.length,
    position,
    rotation,
  };
}

/** `STUDIO_*` bits of an animation of a script. */
export function animationFlags({ isLooping, delta }: QcAnimation): number {
  return (isLooping ? STUDIO_LOOPING : 0) | (delta === null ? 0 : STUDIO_DELTA);
}

/** What a bone that an added animation does not speak of adds. */
const STILL = identityPose();

function placeBone(
  smd: Smd,
  local: readonly Pose[],
  nodeOf: readonly number[],
  bones: ModelBones,
  bone: number,
  modelFromSmd: Pose,
): Pose {
  const pose = poseOf(smd, local, nodeOf, bones, bone);
  return bones.parent[bone] < 0 ? multiplyPoses(modelFromSmd, pose) : pose;
}

/** Rows of the frames that the script takes. */
function pickFrames(qc: QcAnimation, { skeleton }: Smd): number[] {
  const [first, last] = qc.frames ?? [-Infinity, Infinity];
  const rows: number[] = [];
  for (let row = 0; row < skeleton.frameCount; row++) {
    if (skeleton.time[row] >= first && skeleton.time[row] <= last) rows.push(row);
  }
  if (rows.length > 0) return rows;
  const expected = `frames from ${first} to ${last} in "${qc.file}"`;
  throw qcError("bad-value", "$sequence", qc.line, expected, "none");
}

function findNode({ nodes }: Smd, bone: string): number {
  const wanted = bone.toLowerCase();
  return nodes.name.findIndex((name) => name.toLowerCase() === wanted);
}

/** A bone's pose relative to the bone that is its parent in the model. */
function poseOf(
  { nodes }: Smd,
  local: readonly Pose[],
  nodeOf: readonly number[],
  bones: ModelBones,
  bone: number,
): Pose {
  const node = nodeOf[bone];
  if (node < 0) return bones.local[bone];
  const parent = bones.parent[bone];
  const parentNode = parent < 0 ? -1 : nodeOf[parent];
  if (nodes.parent[node] === parentNode) return local[node];
  // The SMD hangs the bone elsewhere: go by where both are in its own space.
  const own = worldOf(nodes.parent, local, node);
  if (parentNode >= 0) {
    return multiplyPoses(invertPose(worldOf(nodes.parent, local, parentNode)), own);
  }
  return parent < 0 ? own : multiplyPoses(invertPose(bones.world[parent]), own);
}

function worldOf(parents: Int32Array, local: readonly Pose[], node: number): Pose {
  let pose = local[node];
  for (let at = parents[node]; at >= 0; at = parents[at]) pose = multiplyPoses(local[at], pose);
  return pose;
}
