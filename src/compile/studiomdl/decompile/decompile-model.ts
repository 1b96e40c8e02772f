import type { Smd } from "../../../formats/smd/types.ts";
import type { MdlAnimations } from "../../../formats/studio/animation/animation-types.ts";
import { STUDIOHDR_FLAGS_STATIC_PROP } from "../../../formats/studio/mesh/build-bone-palette.ts";
import type { MdlFlexes } from "../../../formats/studio/rig/flex-types.ts";
import type { Mdl, Vtx, Vvd } from "../../../formats/studio/types.ts";
import type { QcTransition } from "../qc/motion/motion-types.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type { Qc, QcBodyPart, QcLod, QcModel, QcReplacement } from "../qc/qc-types.ts";
import { ALL_HEADER_FLAGS } from "../qc/statements/header-flag-names.ts";
import { decompileFace } from "./decompile-face.ts";
import { decompileHulls } from "./decompile-hulls.ts";
import { decompileShapes } from "./decompile-shapes.ts";
import { decompileAnimation, decompileMesh, spaceOf } from "./decompile-smd.ts";
import { decompileEyeballs, decompileMouths } from "./face/decompile-eyes.ts";
import { type ModelParts, reportLosses } from "./list-losses.ts";
import { decompileParameters, decompileSequences } from "./motion/decompile-sequences.ts";
import { plainName, withWritableNames, writableName } from "./plain-name.ts";
import { decompileRig } from "./rig/decompile-rig.ts";
import { shorten, shortVector } from "./rig/shorten.ts";

/** A model's sources: a script, and the SMDs by the names it uses. */
export interface DecompiledModel {
  readonly qc: Qc;
  readonly smds: ReadonlyMap<string, Smd>;
}

/** What a model has beside meshes and animations. */
export interface DecompileExtras extends ModelParts {
  readonly face?: MdlFlexes;
  /** A row a sequence. */
  readonly transitions?: readonly QcTransition[];
}

/**
 * Turns a model back into what it can be compiled from. The three files must belong together (see
 * `buildStudioMesh`); without a VVD and a VTX it is its skeleton and animations alone. Reports what a script cannot say.
 */
export function decompileModel(
  stored: Mdl,
  vvd: Vvd | null,
  vtx: Vtx | null,
  { animations, sequences }: MdlAnimations,
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
        decompileMesh(mdl, vvd!, vtx!, bodyPart, number, lod),
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
        report.warn(`eyes of "${model.name}" are left out: a $bodygroup has no words for them`);
      }
      const eyeballs = isAlone && eyes.length > 0 ? { eyeballs: eyes } : {};
      const shapes =
        face === undefined ? null : decompileShapes(mdl, face, nearest, spaceOf(mdl), report);
      if (shapes === null) return { file, ...eyeballs, line: 1 };
      if (!isAlone) {
        report.warn(`shapes of "${model.name}" are left out: a $bodygroup has no words for them`);
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
    report.warn("places and boxes of the model that are no numbers are left out");
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

/** A value a LOD. */
function listSwitchPoints({ lodCount, meshes }: Vtx): number[] {
  const points = new Array<number>(lodCount).fill(0);
  for (let row = 0; row < meshes.count; row++) points[meshes.lod[row]] = meshes.switchPoint[row];
  return points;
}

/** The columns of the skin table that change, a row a skin; none where there is one skin. */
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
  // Skins that are all alike still need a column to be told by.
  if (columns.length === 0) columns.push(0);
  return Array.from({ length: skinFamilyCount }, (_, family) =>
    columns.map((column) => textures[skins[family * width + column]]),
  );
}
