/** Selects the content for the map's pakfile: files that the map shows. */

import type { Vmf } from "../src/formats/vmf/types.ts";
import { SKY_SIDES } from "./materials/sky.ts";
import { PARTICLE_MATERIALS } from "./particles/fountain.ts";

/** Materials that the engine's effects ask for by name, by class. */
const EFFECT_MATERIALS: Readonly<Record<string, readonly string[]>> = {
  func_dustmotes: ["particle/sparkles"],
  func_precipitation: ["particle/rain"],
  env_spark: ["effects/spark", "effects/yellowflare_noz"],
};

/**
 * Returns the files that the map's materials and models need, without tool materials, which are
 * invisible.
 */
export function selectContent(
  vmf: Vmf,
  content: ReadonlyMap<string, Uint8Array>,
): Map<string, Uint8Array> {
  const wanted = new Set<string>();
  const addMaterial = (name: string): void => {
    const path = name.toLowerCase();
    if (path.startsWith("tools/")) return;
    for (const file of [`materials/${path}.vmt`, `materials/${path}.vtf`]) {
      if (!content.has(file) || wanted.has(file)) continue;
      wanted.add(file);
      // A VMT names its textures and related materials as quoted words.
      if (file.endsWith(".vmt")) quotedWords(content.get(file)!).forEach(addMaterial);
    }
  };
  for (const { solids, pairs } of [vmf.world, ...vmf.entities]) {
    for (const { sides } of solids) for (const { material } of sides) addMaterial(material);
    for (const [key, value] of pairs) {
      if (key === "classname") EFFECT_MATERIALS[value]?.forEach(addMaterial);
      if (/material$/i.test(key)) addMaterial(value.replace(/\.vmt$/i, ""));
    }
  }
  PARTICLE_MATERIALS.forEach(addMaterial);
  for (const side of SKY_SIDES) addMaterial(`skybox/${vmf.world.get("skyname")}${side}`);
  for (const path of content.keys()) {
    // All models occur in the map, so all model materials are needed.
    if (path.startsWith("models/")) wanted.add(path);
    // Particles, sounds and scripts are all packed, because entities name them.
    if (/^(particles|maps|sound|scripts)\//.test(path)) wanted.add(path);
    if (path.startsWith("materials/models/")) {
      addMaterial(path.replace(/^materials\/|\.(vmt|vtf)$/g, ""));
    }
  }
  return new Map([...content].filter(([path]) => wanted.has(path)));
}

function quotedWords(bytes: Uint8Array): string[] {
  return [...new TextDecoder().decode(bytes).matchAll(/"([^"]*)"/g)].map((match) => match[1]);
}
