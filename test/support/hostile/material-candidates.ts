/** Builds a model with many textures and many texture directories. */

import {
  makeStudioFiles,
  makeStudioModel,
  makeTriangleMesh,
} from "../../formats/studio/make-studio.ts";

export function materialCandidates(textures: number, directories: number) {
  const model = makeStudioModel();
  const names = Array.from({ length: textures }, (_, i) => `t${i}`);
  const meshes = names.map((_, i) => makeTriangleMesh(i, 16));
  return makeStudioFiles({
    ...model,
    textures: names,
    textureDirs: Array.from({ length: directories }, (_, i) => `d${i}`),
    skins: [names.map((_, i) => i)],
    bodyParts: [{ name: "body", models: [{ name: "many", meshes }] }],
  });
}
