/** Collects a model's bones from SMDs, and measures boxes around vertices. */

import type { Smd } from "../../formats/smd/types.ts";
import type { StudioVertices } from "../../formats/studio/types.ts";
import type { StudioAnimationFile, StudioHitbox } from "../../formats/studio/write/write-types.ts";
import {
  createPose,
  identityPose,
  invertPose,
  multiplyPoses,
  type Pose,
  poseOf,
  transformPoint,
} from "./pose-matrix.ts";
import { type QcReport, qcError } from "./qc/qc-statements.ts";
import type { QcBox } from "./qc/qc-types.ts";
import type { QcBone } from "./qc/rig/rig-types.ts";

/** `MAXSTUDIOBONES` */
const MAX_BONES = 128;

/** Bones of the model, parents first. */
export interface ModelBones {
  readonly count: number;
  readonly name: readonly string[];
  readonly parent: Int32Array;
  /** Bind pose relative to the parent. */
  readonly local: readonly Pose[];
  /** Bind pose in model space. */
  readonly world: readonly Pose[];
  /** Returns the row of a bone by name, case-insensitive. */
  find(name: string): number | undefined;
}

/** Returns the single bone of a static prop, whose vertices are in model space. */
export function staticPropBones(): ModelBones {
  return {
    count: 1,
    name: ["static_prop"],
    parent: Int32Array.of(-1),
    local: [identityPose()],
    world: [identityPose()],
    find: () => 0,
  };
}

/**
 * Bones that a script names: those that it defines, and others used by something besides vertices.
 */
export interface NamedBones {
  readonly defined: readonly QcBone[];
  /** Names in lower case. */
  readonly kept: ReadonlySet<string>;
}

/**
 * Collects the bones that the script defines or names, and those that vertices of any SMD use, with
 * their ancestors. Bones with the same name are the same. Their pose is the defined one, or that of
 * the first SMD with the bone.
 */
export function collectBones(
  smds: readonly Smd[],
  named: NamedBones,
  scale: number,
  report: QcReport,
): ModelBones {
  return collect(smds, (smd) => markUsed(smd, named.kept), named.defined, scale, report);
}

/** Collects all bones of any SMD, for animations without a mesh. */
export function collectAllBones(
  smds: readonly Smd[],
  { defined }: NamedBones,
  scale: number,
  report: QcReport,
): ModelBones {
  return collect(smds, ({ nodes }) => new Uint8Array(nodes.count).fill(1), defined, scale, report);
}

function collect(
  smds: readonly Smd[],
  mark: (smd: Smd) => Uint8Array,
  defined: readonly QcBone[],
  scale: number,
  report: QcReport,
): ModelBones {
  const rows = new Map<string, number>();
  const name: string[] = [];
  const parent: number[] = [];
  const local: Pose[] = [];
  const world: Pose[] = [];
  const add = (own: string, parentRow: number, pose: Pose): void => {
    rows.set(own.toLowerCase(), name.length);
    name.push(own);
    parent.push(parentRow);
    local.push(pose);
    world.push(parentRow < 0 ? pose : multiplyPoses(world[parentRow], pose));
  };
  for (const bone of defined) {
    const above = bone.parent === "" ? -1 : (rows.get(bone.parent.toLowerCase()) ?? -1);
    add(bone.name, above, poseOf(bone.position, bone.angles, scale));
  }
  for (const smd of smds) {
    const isUsed = mark(smd);
    const { nodes, skeleton } = smd;
    for (let node = 0; node < nodes.count; node++) {
      if (isUsed[node] === 0) continue;
      const key = nodes.name[node].toLowerCase();
      const above = nodes.parent[node];
      const parentRow = above < 0 ? -1 : (rows.get(nodes.name[above].toLowerCase()) ?? -1);
      const known = rows.get(key);
      if (known !== undefined) {
        if (parent[known] !== parentRow) {
          report.warn(`bone "${nodes.name[node]}" has different parents; the first counts`);
        }
        continue;
      }
      const pose = createPose(skeleton.rotation, node * 3, skeleton.position, node * 3, scale);
      add(nodes.name[node], parentRow, pose);
    }
  }
  if (name.length > MAX_BONES) {
    throw qcError("bad-count", "bones", 1, `at most ${MAX_BONES} used bones`, `${name.length}`);
  }
  return {
    count: name.length,
    name,
    parent: Int32Array.from(parent),
    local,
    world,
    find: (wanted) => rows.get(wanted.toLowerCase()),
  };
}

/**
 * Marks bones with vertices, kept bones, and their ancestors. Without triangles, also the first
 * bone.
 */
function markUsed({ nodes, triangles }: Smd, kept: ReadonlySet<string>): Uint8Array {
  const isUsed = new Uint8Array(nodes.count);
  for (const bone of triangles.linkBone) isUsed[bone] = 1;
  if (triangles.count === 0) isUsed[0] = 1;
  nodes.name.forEach((name, node) => {
    if (kept.has(name.toLowerCase())) isUsed[node] = 1;
  });
  for (let node = nodes.count - 1; node >= 0; node--) {
    if (isUsed[node] === 1 && nodes.parent[node] >= 0) isUsed[nodes.parent[node]] = 1;
  }
  return isUsed;
}

class Box {
  readonly mins = [Infinity, Infinity, Infinity];
  readonly maxs = [-Infinity, -Infinity, -Infinity];

  add(point: ArrayLike<number>): void {
    for (let axis = 0; axis < 3; axis++) {
      this.mins[axis] = Math.min(this.mins[axis], point[axis]);
      this.maxs[axis] = Math.max(this.maxs[axis], point[axis]);
    }
  }

  /** Returns the box in 32-bit floats; an empty box at the origin if there are no points. */
  finish(): QcBox {
    if (this.mins[0] > this.maxs[0]) return [ORIGIN, ORIGIN];
    const vector = (v: readonly number[]) =>
      [Math.fround(v[0]), Math.fround(v[1]), Math.fround(v[2])] as const;
    return [vector(this.mins), vector(this.maxs)];
  }
}

const ORIGIN = [0, 0, 0] as const;

/**
 * Returns a box around the vertices of each bone, in bone space; none for bones without vertices.
 */
export function measureHitboxes(vertices: StudioVertices, bones: ModelBones): StudioHitbox[] {
  const boxes = bones.world.map(() => new Box());
  const boneFromModel = bones.world.map(invertPose);
  const isUsed = new Uint8Array(bones.count);
  const point = new Float64Array(3);
  for (let i = 0; i < vertices.count; i++) {
    const [x, y, z] = vertices.position.subarray(i * 3, i * 3 + 3);
    for (let k = 0; k < vertices.boneCount[i]; k++) {
      const bone = vertices.boneIndex[i * 3 + k];
      isUsed[bone] = 1;
      transformPoint(point, 0, boneFromModel[bone], x, y, z);
      boxes[bone].add(point);
    }
  }
  return boxes.flatMap((box, bone) => {
    const [mins, maxs] = box.finish();
    return isUsed[bone] === 1 ? [{ bone, group: 0, mins, maxs, name: "" }] : [];
  });
}

/**
 * Returns the box around the nearest LOD's vertices in all frames of an animation, in model space.
 */
export function measureAnimation(
  animation: StudioAnimationFile,
  vertices: StudioVertices,
  bones: ModelBones,
): QcBox {
  const box = new Box();
  const point = new Float64Array(3);
  const boneFromModel = bones.world.map(invertPose);
  for (let frame = 0; frame < animation.frameCount; frame++) {
    const world: Pose[] = [];
    const skin: Pose[] = [];
    for (let bone = 0; bone < bones.count; bone++) {
      const at = (frame * bones.count + bone) * 3;
      const local = createPose(animation.rotation, at, animation.position, at, 1);
      const parent = bones.parent[bone];
      world.push(parent < 0 ? local : multiplyPoses(world[parent], local));
      skin.push(multiplyPoses(world[bone], boneFromModel[bone]));
    }
    for (let i = 0; i < vertices.count; i++) box.add(skinVertex(point, vertices, i, skin));
  }
  return box.finish();
}

/** Writes the position of a vertex for the bones' poses. */
function skinVertex(
  out: Float64Array,
  { position, boneCount, boneIndex, boneWeight }: StudioVertices,
  vertex: number,
  skin: readonly Pose[],
): Float64Array {
  const at = vertex * 3;
  const x = position[at];
  const y = position[at + 1];
  const z = position[at + 2];
  out.fill(0);
  for (let k = at; k < at + boneCount[vertex]; k++) {
    const m = skin[boneIndex[k]];
    const weight = boneWeight[k];
    out[0] += weight * (m[0] * x + m[1] * y + m[2] * z + m[3]);
    out[1] += weight * (m[4] * x + m[5] * y + m[6] * z + m[7]);
    out[2] += weight * (m[8] * x + m[9] * y + m[10] * z + m[11]);
  }
  return out;
}

/** Lookup of bones by name. Warns each time a script names a missing bone. */
export class BoneFinder {
  readonly #bones: ModelBones;
  readonly #report: QcReport;

  constructor(bones: ModelBones, report: QcReport) {
    this.#bones = bones;
    this.#report = report;
  }

  find(name: string, command: string, line: number): number | undefined {
    const row = this.#bones.find(name);
    if (row === undefined) {
      this.#report.warn(
        `line ${line}: there is no bone "${name}" for ${command}, which is left out`,
      );
    }
    return row;
  }
}
