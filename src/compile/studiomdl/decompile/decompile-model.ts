/** Decompiles a parsed model to a QC and SMDs. */

import type { KeyValuesNode } from "../../../formats/keyvalues/types.ts";
import type { Phy } from "../../../formats/phy/parse-phy.ts";
import type { Smd } from "../../../formats/smd/types.ts";
import type { MdlAnimations } from "../../../formats/studio/animation/animation-types.ts";
import { STUDIOHDR_FLAGS_STATIC_PROP } from "../../../formats/studio/mesh/build-bone-palette.ts";
import type { MdlFlexes } from "../../../formats/studio/rig/flex-types.ts";
import type { MdlRig } from "../../../formats/studio/rig/rig-types.ts";
import type { Mdl, MdlEyeballs, Vtx, Vvd } from "../../../formats/studio/types.ts";
import { formatFlexExpression, isFlexName, parseFlexExpression } from "../flex/flex-expression.ts";
import {
  identityPose,
  multiplyPoses,
  type Pose,
  poseFromQuaternion,
  transformPoint,
} from "../pose-matrix.ts";
import type { QcTransition } from "../qc/motion/motion-types.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type { Qc, QcBodyPart, QcLod, QcModel, QcReplacement } from "../qc/qc-types.ts";
import type { QcEyeball, QcMouth } from "../qc/rig/rig-types.ts";
import { ALL_HEADER_FLAGS } from "../qc/statements/flag-names.ts";
import { decompileRig } from "./decompile-rig.ts";
import { decompileParameters, decompileSequences } from "./decompile-sequences.ts";
import { decompileShapes } from "./decompile-shapes.ts";
import { decompileAnimation, decompileMesh, skeletonOf, spaceOf } from "./decompile-smd.ts";
import { type ModelParts, reportLosses } from "./list-losses.ts";
import { plainName, shorten, shortVector, withWritableNames, writableName } from "./script-text.ts";

/** Returns a bone's bind pose in model space. */
function bindPoseOf({ bones }: Mdl, bone: number): Pose {
  const { quaternion, position, parent } = bones;
  let pose = poseFromQuaternion(quaternion, bone * 4, position, bone * 3);
  for (let row = parent[bone]; row >= 0; row = parent[row]) {
    pose = multiplyPoses(poseFromQuaternion(quaternion, row * 4, position, row * 3), pose);
  }
  return pose;
}

/** Material name for the triangles of hulls, which are never drawn. */
const MATERIAL = "phy";

/**
 * Decompiles the hulls of a collision model to SMD space: a single hull in model space, or the
 * hulls of a ragdoll, each in the space of its bone.
 * @param space from model space to SMD space
 */
function decompileHulls(mdl: Mdl, phy: Phy, space: Pose): Smd {
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

/** Returns the bone that each solid is named after; -1 if none. */
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

/** Returns the normals of flat triangles. */
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

/** Largest deviation of an eye's up and forward directions from the compiler's defaults. */
const STRAIGHT = 0.01;

/** Decompiles the eyeballs of a model of a body part, in SMD space. */
function decompileEyeballs(
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
    if (!isStraight) report.warn(`eyeball ${row} will look along -y, unlike in the model`);
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

function decompileMouths(mdl: Mdl, { mouths }: MdlRig, descriptors: readonly string[]): QcMouth[] {
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

// Face of a model as script statements: controllers, and rules for the flexes.

/**
 * Decompiles controllers, flexes without shapes, and rules. Reports rules that a script cannot
 * express.
 */
function decompileFace(
  { controllers, rules, ops, descriptors, flexes }: MdlFlexes,
  report: QcReport,
): Pick<Qc, "flexControllers" | "flexVariables" | "flexRules"> {
  const shaped = new Set([...flexes.descriptor, ...flexes.pair]);
  const flexRules: Qc["flexRules"][number][] = [];
  for (let i = 0; i < rules.count; i++) {
    const descriptor = descriptors[rules.descriptor[i]];
    const [first, count] = [rules.firstOp[i], rules.opCount[i]];
    const text = formatFlexExpression(ops, first, count, controllers.name, descriptors);
    if (text === null || !isFlexName(descriptor)) {
      report.warn(`the rule of "${descriptor}" is left out: a script cannot express it`);
      continue;
    }
    flexRules.push({ descriptor, operations: parseFlexExpression(text, 1), line: 1 });
  }
  return {
    flexControllers: controllers.name.map((name, i) => ({
      type: controllers.type[i],
      name,
      min: controllers.min[i],
      max: controllers.max[i],
      line: 1,
    })),
    flexVariables: descriptors.filter((name, row) => !shaped.has(row) && isFlexName(name)),
    flexRules,
  };
}

/** Sources of a model: a script, and its SMDs by name. */
export interface DecompiledModel {
  readonly qc: Qc;
  readonly smds: ReadonlyMap<string, Smd>;
}

/** Parts of a model besides meshes and animations. */
export interface DecompileExtras extends ModelParts {
  readonly face?: MdlFlexes;
  /** One row per sequence. */
  readonly transitions?: readonly QcTransition[];
}

/** Parsed files of a model. */
export interface ModelFiles {
  readonly mdl: Mdl;
  readonly vvd: Vvd | null;
  readonly vtx: Vtx | null;
  readonly animations: MdlAnimations;
}

/**
 * Decompiles a model to sources from which it can be compiled. The three files must belong together
 * (see `buildStudioMesh`). Without a VVD and a VTX the result is only its skeleton and animations.
 * Reports what a script cannot express.
 */
export function decompileModel(
  { mdl: stored, vvd, vtx, animations: { animations, sequences } }: ModelFiles,
  report: QcReport,
  extras: DecompileExtras = {},
): DecompiledModel {
  const { face, rig, transitions = [] } = extras;
  const poseParameters = rig?.poseParameters;
  reportLosses(stored, vvd, { animations, sequences }, extras, report);
  const mdl = withWritableNames(stored);
  const smds = new Map<string, Smd>();
  const isStaticProp = (mdl.flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0;
  const addSmd = (wanted: string, smd: Smd, extension = "smd"): string => {
    let name = `${wanted}.${extension}`;
    for (let i = 2; smds.has(name); i++) name = `${wanted}_${i}.${extension}`;
    smds.set(name, smd);
    return name;
  };

  const switchPoints = vtx === null ? [0] : listSwitchPoints(vtx);
  const replacements: QcReplacement[][] = switchPoints.map(() => []);
  const shown = vvd === null || vtx === null ? [] : mdl.bodyParts;
  const bodyParts = shown.map((part, bodyPart): QcBodyPart => {
    const models = part.models.map((model, number): QcModel => {
      const lods = switchPoints.map((_, lod) =>
        decompileMesh({ mdl, vvd: vvd!, vtx: vtx! }, bodyPart, number, lod),
      );
      const [nearest] = lods;
      if (nearest === null && model.vertexCount > 0) {
        report.warn(`vertices of "${model.name}" are left out: no triangle joins them`);
      }
      if (nearest === null) return { file: null, line: 1 };
      const stem = plainName(model.name) || plainName(part.name) || "body";
      const file = addSmd(stem, nearest.smd);
      for (let lod = 1; lod < lods.length; lod++) {
        const smd = lods[lod];
        const to = smd === null ? null : addSmd(`${stem}_lod${lod}`, smd.smd);
        replacements[lod].push({ from: file, to, line: 1 });
      }
      const isAlone = part.models.length === 1;
      const eyes =
        extras.eyeballs === undefined
          ? []
          : decompileEyeballs(mdl, extras.eyeballs, bodyPart, number, report);
      if (!isAlone && eyes.length > 0) {
        report.warn(`eyes of "${model.name}" are left out: a $bodygroup cannot express them`);
      }
      const eyeballs = isAlone && eyes.length > 0 ? { eyeballs: eyes } : {};
      const shapes =
        face === undefined ? null : decompileShapes(mdl, face, nearest, spaceOf(mdl), report);
      if (shapes === null) return { file, ...eyeballs, line: 1 };
      if (!isAlone) {
        report.warn(`shapes of "${model.name}" are left out: a $bodygroup cannot express them`);
        return { file, line: 1 };
      }
      const flexFile = { file: addSmd(stem, shapes.smd, "vta"), flexes: shapes.flexes, line: 1 };
      return { file, flexFile, ...eyeballs, line: 1 };
    });
    return { name: part.name, models };
  });

  const { kept, declared, moves, weightLists } = decompileSequences(
    { animations, sequences },
    (name, animation) => addSmd(name, decompileAnimation(mdl, animation, isStaticProp)),
    {
      poseParameters,
      ikChains: rig?.ikChains.name.map(writableName) ?? [],
      transitions,
      boneNames: mdl.bones.name,
    },
    report,
  );

  const { phy } = extras;
  const hasHulls = phy !== undefined && phy.hullCount > 0;
  const collisionFile = hasHulls
    ? addSmd(`${plainName(mdl.name) || "model"}_physics`, decompileHulls(mdl, phy, spaceOf(mdl)))
    : "";
  const isHeavy = !hasHulls && mdl.mass !== 1 && mdl.mass !== 0;
  if (isHeavy) report.warn(`the mass of ${mdl.mass} is not written: there is no collision model`);
  const rigStatements = decompileRig(mdl, vvd, extras, spaceOf(mdl), report);
  const [ix, iy, iz] = mdl.illumPosition;
  const isKnown = (...values: number[]) => values.every(Number.isFinite);
  const viewBox = [...mdl.viewMins, ...mdl.viewMaxs];
  const hasView = isKnown(...viewBox) && viewBox.some((value) => value !== 0);
  const hasHull = isKnown(...mdl.hullMins, ...mdl.hullMaxs);
  if (!isKnown(ix, iy, iz, ...viewBox) || !hasHull) {
    report.warn("positions and boxes of the model that are not finite are left out");
  }
  const qc: Qc = {
    modelName: mdl.name.replaceAll("\\", "/"),
    isStaticProp,
    bodyParts,
    lods: switchPoints.slice(1).map(
      (switchPoint, i): QcLod => ({
        switchPoint,
        replacements: replacements[i + 1],
        removedMeshes: [],
        line: 1,
      }),
    ),
    animations: moves,
    poseParameters: decompileParameters(poseParameters),
    weightLists,
    includedModels: (rig?.included.file ?? []).map((file) =>
      file.replaceAll("\\", "/").replace(/^models\//i, ""),
    ),
    ...(face === undefined
      ? { flexControllers: [], flexVariables: [], flexRules: [] }
      : decompileFace(face, report)),
    mouths:
      rig === undefined || face === undefined ? [] : decompileMouths(mdl, rig, face.descriptors),
    sequences: kept,
    declaredSequences: declared,
    materialDirs: mdl.textureDirs.map((dir) => dir.replaceAll("\\", "/")),
    skins: decompileSkins(mdl),
    surfaceProp: mdl.surfaceProp,
    scale: 1,
    origin: [0, 0, 0],
    originYaw: 0,
    upAxis: "z",
    illumPosition: isKnown(ix, iy, iz) ? shortVector([iy, -ix, iz]) : null,
    collisionBox: hasHull ? [shortVector(mdl.hullMins), shortVector(mdl.hullMaxs)] : null,
    viewBox: hasView ? [shortVector(mdl.viewMins), shortVector(mdl.viewMaxs)] : null,
    ...rigStatements,
    flags: mdl.flags & ALL_HEADER_FLAGS,
    collisionFile,
    hasCollisionJoints: (phy?.solidCount ?? 0) > 1,
    contents: mdl.contents,
    mass: shorten(mdl.mass),
  };
  return { qc, smds };
}

/** Returns one value per LOD. */
function listSwitchPoints({ lodCount, meshes }: Vtx): number[] {
  const points = new Array<number>(lodCount).fill(0);
  for (let row = 0; row < meshes.count; row++) points[meshes.lod[row]] = meshes.switchPoint[row];
  return points;
}

/**
 * Returns the columns of the skin table that differ, one row per skin; none if there is only one
 * skin.
 */
function decompileSkins(mdl: Mdl): string[][] {
  const { skins, skinFamilyCount, skinReferenceCount: width, textures } = mdl;
  const columns: number[] = [];
  for (let column = 0; column < width; column++) {
    for (let family = 1; family < skinFamilyCount; family++) {
      if (skins[family * width + column] !== skins[column]) {
        columns.push(column);
        break;
      }
    }
  }
  if (skinFamilyCount < 2 || width === 0) return [];
  // If all skins are equal, one column is still needed to have rows.
  if (columns.length === 0) columns.push(0);
  return Array.from({ length: skinFamilyCount }, (_, family) =>
    columns.map((column) => textures[skins[family * width + column]]),
  );
}
