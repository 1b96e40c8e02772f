/** Compiles a QC and its SMDs to the files of a model. */

import { Ledger } from "../../core/ledger.ts";
import { STUDIOHDR_FLAGS_STATIC_PROP } from "../../formats/studio/mesh/build-bone-palette.ts";
import { MAX_NUM_LODS, type StudioVertices } from "../../formats/studio/types.ts";
import { writeVtx, writeVvd } from "../../formats/studio/write/write-geometry.ts";
import { writeMdl } from "../../formats/studio/write/write-mdl.ts";
import type {
  StudioAnimationFile,
  StudioBodyModelFile,
  StudioEyeballFile,
  StudioHitBoxSetFile,
  StudioModelFile,
  StudioMouthFile,
} from "../../formats/studio/write/write-types.ts";
import type { CompileReport } from "../types.ts";
import { buildGeometry } from "./build-geometry.ts";
import { buildBones, buildRig, markBoneUse } from "./build-rig.ts";
import {
  BoneFinder,
  collectAllBones,
  collectBones,
  type ModelBones,
  measureAnimation,
  measureHitboxes,
  staticPropBones,
} from "./collect-bones.ts";
import { buildFace } from "./flex/build-flexes.ts";
import { buildSkins, ModelMaterialNames, materialName } from "./material-table.ts";
import { buildMotions } from "./motion/build-motions.ts";
import { listMoves } from "./motion/list-sequences.ts";
import {
  createPose,
  identityPose,
  invertPose,
  multiplyPoses,
  type Pose,
  transformPoint,
} from "./pose-matrix.ts";
import { loadModelSources, type ModelSmds, type ReadSmd, SmdLibrary } from "./qc/load-sources.ts";
import { type QcReport, qcError } from "./qc/qc-statements.ts";
import type { Qc, QcBox, QcVector } from "./qc/qc-types.ts";

/** Direction that characters face in SMD space. */
const AHEAD = [0, -1, 0] as const;
const UP = [0, 0, 1] as const;

interface EyeSurroundings {
  /** Names of the model's textures. */
  readonly textures: readonly string[];
  /** `$scale` */
  readonly scale: number;
  readonly bones: ModelBones;
}

/**
 * Adds eyeballs to their models and marks the meshes that draw them. Warns about eyeballs without a
 * mesh.
 */
function addEyeballs(
  models: readonly StudioBodyModelFile[],
  sources: readonly ModelSmds[],
  { textures, scale, bones }: EyeSurroundings,
  report: QcReport,
): StudioBodyModelFile[] {
  const finder = new BoneFinder(bones, report);
  const names = textures.map((name) => name.toLowerCase());
  return models.map((model, i) => {
    const eyeballs = (sources[i].model.eyeballs ?? []).flatMap((eye): StudioEyeballFile[] => {
      const bone = finder.find(eye.bone, "eyeball", eye.line);
      if (bone === undefined) return [];
      const texture = names.indexOf(materialName(eye.material).toLowerCase());
      const mesh = model.meshes.findIndex(({ material }) => material === texture);
      if (mesh < 0) {
        report.warn(`line ${eye.line}: no triangle is of "${eye.material}", which eyeball names`);
      }
      const boneFromModel = invertPose(bones.world[bone]);
      return [
        {
          ...{ name: eye.name, bone, texture: Math.max(texture, 0), mesh },
          origin: place(
            boneFromModel,
            eye.position.map((value) => value * scale),
          ),
          up: turn(boneFromModel, UP),
          forward: turn(boneFromModel, AHEAD),
          radius: (eye.diameter * scale) / 2,
          zOffset: Math.tan((eye.angle * Math.PI) / 180),
          irisScale: 1 / eye.pupilScale,
        },
      ];
    });
    return eyeballs.length === 0 ? model : { ...model, eyeballs };
  });
}

/** @param descriptorOf returns the row of a flex */
function buildMouths(
  { mouths }: Qc,
  bones: ModelBones,
  descriptorOf: (flex: string) => number,
  report: QcReport,
): StudioMouthFile[] {
  const finder = new BoneFinder(bones, report);
  return [...mouths]
    .sort((a, b) => a.row - b.row)
    .flatMap(({ bone, flex, forward, line }) => {
      const row = finder.find(bone, "mouth", line);
      return row === undefined ? [] : [{ bone: row, forward, flexDescriptor: descriptorOf(flex) }];
    });
}

function place(pose: Pose, [x, y, z]: readonly number[]): [number, number, number] {
  const out = new Float64Array(3);
  transformPoint(out, 0, pose, x, y, z);
  return [out[0], out[1], out[2]];
}

function turn(pose: Pose, [x, y, z]: readonly number[]): [number, number, number] {
  return [0, 4, 8].map((i) => pose[i] * x + pose[i + 1] * y + pose[i + 2] * z) as [
    number,
    number,
    number,
  ];
}

/** Builds the script's hit box sets, or one set with the box of each bone's vertices. */
function buildHitBoxes(
  { hitBoxSets }: Qc,
  vertices: StudioVertices,
  bones: ModelBones,
  report: QcReport,
): StudioHitBoxSetFile[] {
  if (hitBoxSets.length === 0) {
    return [{ name: "default", boxes: measureHitboxes(vertices, bones) }];
  }
  const finder = new BoneFinder(bones, report);
  return hitBoxSets.map(({ name, boxes }) => ({
    name,
    boxes: boxes.flatMap(({ group, mins, maxs, name: own, bone, line }) => {
      const row = finder.find(bone, "$hbox", line);
      return row === undefined ? [] : [{ bone: row, group, mins, maxs, name: own }];
    }),
  }));
}

const QUARTER = Math.PI / 2;

/**
 * Returns the transform from (scaled) SMD space to model space. x is north in an SMD and east in a
 * map, so everything rotates by a quarter about z, after `$upaxis` is turned upright and `$origin`
 * subtracted. Static props apply it to their vertices, others to the root bones of their sequences.
 */
function modelFromSmd(qc: Qc): Pose {
  const yaw = QUARTER + (qc.originYaw * Math.PI) / 180;
  const upright = { x: [0, -QUARTER, 0], y: [QUARTER, 0, 0], z: [0, 0, 0] }[qc.upAxis];
  const origin = qc.origin.map((value) => -value);
  const turn = createPose([0, 0, yaw], 0, [0, 0, 0], 0, 1);
  const raise = createPose(upright, 0, [0, 0, 0], 0, 1);
  const move = createPose([0, 0, 0], 0, origin, 0, 1);
  return multiplyPoses(multiplyPoses(turn, raise), move);
}

/** Offset of the model's checksum in each file. */
const MDL_CHECKSUM = 8;
const VVD_CHECKSUM = 8;
const VTX_CHECKSUM = 16;

/** Writes a common checksum of all three files into them: FNV-1a, 32 bits. */
function stampChecksum(files: { mdl: Uint8Array; vvd: Uint8Array; vtx: Uint8Array }): void {
  let hash = 0x811c9dc5;
  for (const bytes of [files.mdl, files.vvd, files.vtx]) {
    for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  }
  write(files.mdl, MDL_CHECKSUM, hash);
  write(files.vvd, VVD_CHECKSUM, hash);
  write(files.vtx, VTX_CHECKSUM, hash);
}

function write(bytes: Uint8Array, at: number, value: number): void {
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).setInt32(at, value, true);
}

/** `STUDIOHDR_FLAGS_*` */
const AUTOGENERATED_HITBOX = 0x1;
const HASSHADOWLOD = 0x40;

/** Files of a model. The VTX is the `.dx90.vtx`. */
export interface CompiledStudioModel {
  readonly mdl: Uint8Array;
  readonly vvd: Uint8Array;
  readonly vtx: Uint8Array;
}

/**
 * Compiles a model: MDL 48, VVD 4 and VTX 7. `readSmd` returns the parsed SMD with a name in the
 * script, or `null` if it is missing.
 * @param ledger budget for sequences (`compiledPoses`, `measuredVertices`). The reader of the
 * sources adds their bytes to it.
 * @throws FormatError "QC" if the script and its files do not match or exceed the budget, or "SMD"
 * from `readSmd`
 */
export function compileStudioModel(
  qc: Qc,
  readSmd: ReadSmd,
  report: CompileReport,
  ledger = new Ledger(),
): CompiledStudioModel {
  report.progress("studiomdl", 0);
  if (qc.lods.length + 1 > MAX_NUM_LODS) {
    const { line } = qc.lods[MAX_NUM_LODS - 1];
    throw qcError(
      "bad-count",
      "$lod",
      line,
      `at most ${MAX_NUM_LODS} LODs`,
      `${qc.lods.length + 1}`,
    );
  }
  const library = new SmdLibrary(readSmd, report);
  const sources = loadModelSources(qc, library);
  const smds = sources.flatMap(({ lods }) => lods.filter((smd) => smd !== null));
  const named = { defined: qc.bones, kept: listNamedBones(qc) };
  const bones = qc.isStaticProp
    ? staticPropBones()
    : smds.length > 0
      ? collectBones(smds, named, qc.scale, report)
      : collectAllBones(listMoves(qc, library), named, qc.scale, report);
  const turn = modelFromSmd(qc);
  const materials = new ModelMaterialNames();
  const space = qc.isStaticProp ? turn : identityPose();
  const geometry = buildGeometry(qc, sources, bones, materials, space);
  const { vertices, vertexLod, descriptors } = geometry;
  const { names } = materials;
  const eyes = { textures: names, scale: qc.scale, bones };
  const models = addEyeballs(geometry.models, sources, eyes, report);
  report.progress("studiomdl", 0.5);

  const measure = (animation: StudioAnimationFile) => {
    const { frameCount, name } = animation;
    ledger.take("measuredVertices", frameCount * vertices.count, name, "QC");
    return measureAnimation(animation, vertices, bones);
  };
  const hitBoxSets = buildHitBoxes(qc, vertices, bones, report);
  const rig = buildRig(qc, bones, space, report);
  const surroundings = { library, bones, turn, measure, ikChains: rig.ikChains, report, ledger };
  const { animations, sequences, nodes } = buildMotions(qc, surroundings);
  const use = {
    hitBoxes: hitBoxSets.flatMap(({ boxes }) => boxes.map(({ bone }) => bone)),
    attachments: rig.attachments.map(({ bone }) => bone),
    merged: qc.mergedBones.flatMap(({ name }) => bones.find(name) ?? []),
    procedural: rig.jiggleBones.map(({ bone }) => bone),
  };
  const [hullMins, hullMaxs] = qc.collisionBox ?? [sequences[0].mins, sequences[0].maxs];
  const [viewMins, viewMaxs] = qc.viewBox ?? [ORIGIN, ORIGIN];
  const file: StudioModelFile = {
    checksum: 0,
    name: qc.modelName,
    flags: headerFlags(qc),
    contents: qc.contents,
    mass: qc.mass,
    surfaceProp: qc.surfaceProp,
    illumPosition: illumPosition(qc, [hullMins, hullMaxs]),
    hullMins,
    hullMaxs,
    viewMins,
    viewMaxs,
    bones: buildBones(bones, animations, markBoneUse(bones, models, vertices, use)),
    hitBoxSets,
    rig: { ...rig, mouths: buildMouths(qc, bones, descriptors.add, report) },
    animations,
    sequences,
    nodes,
    ...buildSkins(qc, materials),
    textures: materials.names,
    textureDirs: qc.materialDirs.length === 0 ? [""] : qc.materialDirs.map(formatDir),
    bodyParts: groupModels(qc, models),
    face: buildFace(qc, descriptors),
    poseParameters: qc.poseParameters,
    includedModels: qc.includedModels.map((file) => `models/${file}`),
    vertices,
    vertexLod,
    switchPoints: [0, ...qc.lods.map(({ switchPoint }) => switchPoint)],
  };
  const files = { mdl: writeMdl(file), vvd: writeVvd(file), vtx: writeVtx(file) };
  stampChecksum(files);
  report.progress("studiomdl", 1);
  return files;
}

const ORIGIN: QcVector = [0, 0, 0];

/** Lists the bones that rig statements name, in lower case. They are kept even without vertices. */
function listNamedBones(qc: Qc): Set<string> {
  const { attachments, hitBoxSets, boneControllers, ikChains, jiggleBones, mergedBones } = qc;
  const names = [
    ...[...attachments, ...boneControllers, ...ikChains].map(({ bone }) => bone),
    ...hitBoxSets.flatMap(({ boxes }) => boxes.map(({ bone }) => bone)),
    ...[...jiggleBones, ...mergedBones].map(({ name }) => name),
    ...qc.bodyParts.flatMap(({ models }) =>
      models.flatMap(({ eyeballs = [] }) => eyeballs.map(({ bone }) => bone)),
    ),
    ...qc.mouths.map(({ bone }) => bone),
    qc.illumBone,
  ];
  return new Set(names.map((name) => name.toLowerCase()));
}

function headerFlags(qc: Qc): number {
  let { flags } = qc;
  if (qc.hitBoxSets.length === 0) flags |= AUTOGENERATED_HITBOX;
  if (qc.isStaticProp) flags |= STUDIOHDR_FLAGS_STATIC_PROP;
  if (qc.lods.some(({ switchPoint }) => switchPoint < 0)) flags |= HASSHADOWLOD;
  return flags;
}

/** Returns the lighting origin. The script's position is in SMD space, but rotated only about z. */
function illumPosition(qc: Qc, [mins, maxs]: QcBox): QcVector {
  if (qc.illumPosition !== null) {
    const [x, y, z] = qc.illumPosition;
    return [-y, x, z];
  }
  return [(mins[0] + maxs[0]) / 2, (mins[1] + maxs[1]) / 2, (mins[2] + maxs[2]) / 2];
}

/** Formats a folder with backslashes, including one at the end, as in all real files. */
function formatDir(dir: string): string {
  return `${dir.replace(/[\\/]+/g, "\\").replace(/^\\|\\$/g, "")}\\`;
}

function groupModels(
  qc: Qc,
  models: StudioModelFile["bodyParts"][number]["models"],
): StudioModelFile["bodyParts"] {
  let next = 0;
  return qc.bodyParts.map((part) => {
    const first = next;
    next += part.models.length;
    return { name: part.name, models: models.slice(first, next) };
  });
}
