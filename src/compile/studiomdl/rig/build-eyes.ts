import type { StudioMouthFile } from "../../../formats/studio/write/write-rig-types.ts";
import type {
  StudioBodyModelFile,
  StudioEyeballFile,
} from "../../../formats/studio/write/write-types.ts";
import type { ModelBones } from "../collect-bones.ts";
import { materialName } from "../material-table.ts";
import { invertPose, type Pose, transformPoint } from "../pose-matrix.ts";
import type { ModelSmds } from "../qc/load-sources.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type { Qc } from "../qc/qc-types.ts";
import { BoneFinder } from "./bone-finder.ts";

/** In the space of SMDs people look along -y. */
const AHEAD = [0, -1, 0] as const;
const UP = [0, 0, 1] as const;

/** Models with their eyeballs, and which mesh is drawn as which. What is of no mesh is told of. */
export function addEyeballs(
  models: readonly StudioBodyModelFile[],
  sources: readonly ModelSmds[],
  textures: readonly string[],
  scale: number,
  bones: ModelBones,
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

/** @param descriptorOf gives the row of a movement */
export function buildMouths(
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
