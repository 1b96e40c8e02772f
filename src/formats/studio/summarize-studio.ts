/** Summarises MDL, VVD and VTX files for `visleaf inspect`. */

import { FormatError } from "../../core/errors.ts";
import { formatChecksum } from "./checksums.ts";
import { MdlReader } from "./read/mdl-reader.ts";
import { STRIP_FLAGS, STRIP_GROUP_FLAGS, type VtxDetails } from "./read/parse-vtx-details.ts";
import { BONE_BY_NAME, STUDIOHDR } from "./records/header.ts";
import { nameHeaderFlags } from "./rig/flag-names.ts";
import type { Eyelids, MdlFlexes } from "./rig/flex-types.ts";
import type { ProceduralBones } from "./rig/procedural-types.ts";
import type { MdlRig, MdlSecondHeader } from "./rig/rig-types.ts";
import type { Mdl, MdlEyeballs, Vtx, Vvd, VvdExtra } from "./types.ts";

/** Summary of an MDL: plain data for JSON. */
export interface MdlSummary {
  readonly format: "MDL";
  readonly version: number;
  /** Eight hexadecimal digits. */
  readonly checksum: string;
  readonly name: string;
  /** `STUDIOHDR_FLAGS_*`. */
  readonly flags: number;
  /** Names of the flags without `STUDIOHDR_FLAGS_`. */
  readonly flagNames: readonly string[];
  readonly hull: readonly (readonly number[])[];
  readonly view: readonly (readonly number[])[];
  readonly bones: readonly { readonly name: string; readonly parent: number }[];
  readonly textures: readonly string[];
  readonly textureDirs: readonly string[];
  /** For each family, the texture of each material. */
  readonly skinFamilies: readonly (readonly string[])[];
  readonly bodyParts: readonly {
    readonly name: string;
    readonly models: readonly {
      readonly name: string;
      readonly meshes: number;
      readonly vertices: number;
    }[];
  }[];
  readonly sequences: number;
  readonly animations: number;
  readonly attachments: number;
  /** Inches, in bone space. */
  readonly eyeballs: readonly {
    readonly name: string;
    /** Name of the bone. */
    readonly bone: string;
    readonly origin: readonly number[];
    readonly up: readonly number[];
    readonly forward: readonly number[];
    readonly radius: number;
    readonly irisScale: number;
  }[];
  readonly surfaceProp: string;
  /** Kilograms. */
  readonly mass: number;
  /** `CONTENTS_*` */
  readonly contents: number;
  readonly attachmentNames: readonly string[];
  readonly hitboxes: number;
  readonly hitboxSets: readonly { readonly name: string; readonly hitboxes: number }[];
  readonly boneControllers: number;
  /** Number of procedural bones by kind of rule. */
  readonly proceduralBones: {
    readonly axisInterpolations: number;
    readonly quaternionInterpolations: number;
    readonly aims: number;
    readonly jiggles: number;
  };
  /** Number of controllers that are driven by bones. */
  readonly boneFlexDrivers: number;
  readonly sourceBoneTransforms: number;
  /** Whether there is a copy of the bones as columns. */
  readonly linearBones: boolean;
  readonly poseParameters: readonly {
    readonly name: string;
    readonly start: number;
    readonly end: number;
    readonly loop: number;
  }[];
  /** Names of the chains and of their bones. */
  readonly ikChains: readonly { readonly name: string; readonly bones: readonly string[] }[];
  readonly ikLocks: number;
  /** Names of facial movements. */
  readonly flexes: readonly string[];
  readonly flexControllers: readonly {
    readonly name: string;
    readonly type: string;
    readonly min: number;
    readonly max: number;
  }[];
  readonly flexRules: number;
  /** Number of vertex displacements in all flexes of all meshes. */
  readonly vertexAnimations: number;
  /** Models whose sequences this model also has. */
  readonly includedModels: readonly string[];
  readonly animationBlocks: { readonly file: string; readonly count: number };
  readonly keyValues: string;
}

/** Parsed parts of an MDL. */
export interface MdlParts {
  readonly mdl: Mdl;
  readonly eyeballs: MdlEyeballs;
  readonly eyelids: Eyelids;
  readonly rig: MdlRig;
  readonly face: MdlFlexes;
  readonly procedures: ProceduralBones;
  readonly second: MdlSecondHeader;
}

export interface VvdSummary {
  readonly format: "VVD";
  readonly version: number;
  readonly checksum: string;
  readonly lods: number;
  /** Number of vertices that each root LOD needs. */
  readonly lodVertices: readonly number[];
  readonly fixups: number;
  readonly vertices: number;
  /** Number of vertices by their number of bones. */
  readonly weights: Readonly<Record<1 | 2 | 3, number>>;
  /** Extra vertex attributes of later branches; undefined if they were not read. */
  readonly extra?: readonly {
    readonly name: string;
    readonly type: number;
    readonly bytesPerVertex: number;
  }[];
  /** Error in the extra attributes. */
  readonly extraFault?: string;
}

export interface VtxSummary {
  readonly format: "VTX";
  readonly version: number;
  readonly checksum: string;
  readonly lods: number;
  readonly switchPoints: readonly number[];
  readonly maxBonesPerVertex: number;
  readonly stripGroupHeaderBytes: number;
  readonly stripGroups: number;
  readonly strips: number;
  /** Number of triangles of each LOD, over all models of all body parts. */
  readonly lodTriangles: readonly number[];
  /**
   * Number of groups with each of `STRIPGROUP_*`, and of strips with each of `STRIP_IS_*`;
   * undefined if they were not read.
   */
  readonly stripGroupFlags?: Readonly<Record<string, number>>;
  readonly stripFlags?: Readonly<Record<string, number>>;
}

export function summarizeMdl(parts: MdlParts): MdlSummary {
  const { mdl, eyeballs: eyes, rig, face, procedures, second } = parts;
  const { skinReferenceCount: width } = mdl;
  return {
    format: "MDL",
    version: mdl.version,
    checksum: formatChecksum(mdl.checksum),
    name: mdl.name,
    flags: mdl.flags,
    flagNames: nameHeaderFlags(mdl.flags),
    hull: [mdl.hullMins, mdl.hullMaxs],
    view: [mdl.viewMins, mdl.viewMaxs],
    bones: mdl.bones.name.map((name, i) => ({ name, parent: mdl.bones.parent[i] })),
    textures: mdl.textures,
    textureDirs: mdl.textureDirs,
    skinFamilies: Array.from({ length: mdl.skinFamilyCount }, (_, family) =>
      Array.from(mdl.skins.subarray(family * width, (family + 1) * width), (i) => mdl.textures[i]),
    ),
    bodyParts: mdl.bodyParts.map((part) => ({
      name: part.name,
      models: part.models.map((model) => ({
        name: model.name,
        meshes: model.meshCount,
        vertices: model.vertexCount,
      })),
    })),
    sequences: mdl.sequenceCount,
    animations: mdl.animationCount,
    attachments: mdl.attachmentCount,
    eyeballs: eyes.name.map((name, i) => ({
      name,
      bone: mdl.bones.name[eyes.bone[i]],
      origin: [...eyes.origin.subarray(i * 3, i * 3 + 3)],
      up: [...eyes.up.subarray(i * 3, i * 3 + 3)],
      forward: [...eyes.forward.subarray(i * 3, i * 3 + 3)],
      radius: eyes.radius[i],
      irisScale: eyes.irisScale[i],
    })),
    surfaceProp: mdl.surfaceProp,
    mass: mdl.mass,
    contents: mdl.contents,
    ...summarizeRig(rig, mdl.bones.name),
    proceduralBones: {
      axisInterpolations: procedures.axisInterpolations.count,
      quaternionInterpolations: procedures.quaternionInterpolations.count,
      aims: procedures.aims.count,
      jiggles: procedures.jiggles.count,
    },
    boneFlexDrivers: second.boneFlexDrivers.count,
    sourceBoneTransforms: second.sourceTransforms.count,
    linearBones: second.linearBones !== null,
    flexes: face.descriptors,
    flexControllers: face.controllers.name.map((name, i) => ({
      name,
      type: face.controllers.type[i],
      min: face.controllers.min[i],
      max: face.controllers.max[i],
    })),
    flexRules: face.rules.count,
    vertexAnimations: face.vertexAnimations.count,
  };
}

function summarizeRig(rig: MdlRig, boneNames: readonly string[]) {
  const { hitBoxes, poseParameters, ikChains, ikLinks, animationBlocks } = rig;
  return {
    attachmentNames: rig.attachments.name,
    hitboxes: hitBoxes.count,
    hitboxSets: rig.hitBoxSets.map((name, row) => ({
      name,
      hitboxes: hitBoxes.set.filter((set) => set === row).length,
    })),
    boneControllers: rig.boneControllers.count,
    poseParameters: poseParameters.name.map((name, i) => ({
      name,
      start: poseParameters.start[i],
      end: poseParameters.end[i],
      loop: poseParameters.loop[i],
    })),
    ikChains: ikChains.name.map((name, i) => {
      const first = ikChains.firstLink[i];
      const links = ikLinks.bone.subarray(first, first + ikChains.linkCount[i]);
      return { name, bones: Array.from(links, (bone) => boneNames[bone]) };
    }),
    ikLocks: rig.ikLocks.count,
    includedModels: rig.included.file,
    animationBlocks: { file: animationBlocks.file, count: animationBlocks.count },
    keyValues: rig.keyValues,
  };
}

/** @param extra result of `parseVvdExtra`, or its error */
export function summarizeVvd(vvd: Vvd, extra?: readonly VvdExtra[] | FormatError): VvdSummary {
  const weights = { 1: 0, 2: 0, 3: 0 };
  for (const bones of vvd.vertices.boneCount) weights[bones as 1 | 2 | 3]++;
  return {
    format: "VVD",
    version: vvd.version,
    checksum: formatChecksum(vvd.checksum),
    lods: vvd.lodCount,
    lodVertices: [...vvd.lodVertexCounts.subarray(0, vvd.lodCount)],
    fixups: vvd.fixupCount,
    vertices: vvd.vertices.count,
    weights,
    ...(extra && summarizeExtra(extra)),
  };
}

/** Returns the vertex attributes by name, or their error. */
export function summarizeExtra(extra: readonly VvdExtra[] | FormatError) {
  if (extra instanceof FormatError) return { extraFault: extra.message };
  const rows = extra.map(({ name, type, bytesPerVertex }) => {
    return { name: name ?? `attribute ${type}`, type, bytesPerVertex };
  });
  return { extra: rows };
}

/** @param details result of `parseVtxDetails` for the same file */
export function summarizeVtx(vtx: Vtx, details?: VtxDetails): VtxSummary {
  const lodTriangles = new Array<number>(vtx.lodCount).fill(0);
  const switchPoints = new Array<number>(vtx.lodCount).fill(0);
  for (let row = 0; row < vtx.meshes.count; row++) {
    lodTriangles[vtx.meshes.lod[row]] += vtx.meshes.indexCount[row] / 3;
    switchPoints[vtx.meshes.lod[row]] = vtx.meshes.switchPoint[row];
  }
  return {
    format: "VTX",
    version: vtx.version,
    checksum: formatChecksum(vtx.checksum),
    lods: vtx.lodCount,
    switchPoints,
    maxBonesPerVertex: vtx.maxBonesPerVert,
    stripGroupHeaderBytes: vtx.stripGroupHeaderBytes,
    stripGroups: vtx.stripGroupCount,
    strips: vtx.stripCount,
    lodTriangles,
    ...(details && {
      stripGroupFlags: countFlags(details.groups.flags, STRIP_GROUP_FLAGS),
      stripFlags: countFlags(details.strips.flags, STRIP_FLAGS),
    }),
  };
}

function countFlags(flags: Uint8Array, names: Readonly<Record<string, number>>) {
  return Object.fromEntries(
    Object.entries(names).map(([name, bit]) => [name, flags.filter((own) => own & bit).length]),
  );
}

/** Fields of `studiohdr_t`, with the names of Valve's public `studio.h`. */
export interface HeaderSummary {
  readonly header: {
    /** Values that the engine fills in after loading; compilers write zeros. */
    readonly activitylistversion: number;
    readonly eventsindexed: number;
    /**
     * Value of `$constantdirectionallight`: 0 to 255 for 0 to 1. Used if the corresponding flag is
     * set.
     */
    readonly constdirectionallightdot: number;
    /** First LOD that is loaded, and how many may be the first; 0 for any. */
    readonly rootLOD: number;
    readonly numAllowedRootLODs: number;
    /** Bones in name order, which the engine searches; `null` if there is no such table. */
    readonly bonetablebyname: readonly string[] | null;
  };
  /** Error in that table; `null` if there is none. */
  readonly headerFault: string | null;
}

/** @param bytes an MDL of versions 44 to 49, which `mdl` was parsed from */
export function summarizeHeader(bytes: Uint8Array, { bones }: Mdl): HeaderSummary {
  const reader = new MdlReader(bytes);
  const { names, fault } = readBoneTable(reader, bones.name);
  return {
    header: {
      activitylistversion: reader.i32(STUDIOHDR.at.activitylistversion),
      eventsindexed: reader.i32(STUDIOHDR.at.eventsindexed),
      constdirectionallightdot: bytes[STUDIOHDR.at.constdirectionallightdot],
      rootLOD: bytes[STUDIOHDR.at.rootLOD],
      numAllowedRootLODs: bytes[STUDIOHDR.at.numAllowedRootLODs],
      bonetablebyname: names,
    },
    headerFault: fault,
  };
}

/** Reads `bonetablebynameindex`: a byte a bone. */
function readBoneTable(reader: MdlReader, bones: readonly string[]) {
  const place = STUDIOHDR.at.bonetablebynameindex;
  const offset = reader.i32(place);
  if (offset === 0) return { names: null, fault: null };
  const where = "studiohdr_t.bonetablebynameindex";
  try {
    const at = reader.array(where, place, bones.length, offset, BONE_BY_NAME.bytes);
    const rows = reader.bytes.subarray(at, at + bones.length);
    const bad = rows.findIndex((row) => row >= bones.length);
    if (bad < 0) return { names: Array.from(rows, (row) => bones[row]), fault: null };
    throw reader.error("bad-index", where, at + bad, `a bone below ${bones.length}`, rows[bad]);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { names: null, fault: error.message };
  }
}
