/** What goes into the map's pakfile: of all content, what the map shows. */

import type { Vmf } from "../src/formats/vmf/types.ts";
import { SKY_SIDES } from "./materials/sky.ts";

/** Files that a map's own materials and models need; tools' materials show nothing. */
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
      // A material names textures, and materials of its other sides, as quoted words.
      if (file.endsWith(".vmt")) quotedWords(content.get(file)!).forEach(addMaterial);
    }
  };
  for (const { solids, pairs } of [vmf.world, ...vmf.entities]) {
    for (const { sides } of solids) for (const { material } of sides) addMaterial(material);
    for (const [key, value] of pairs) {
      if (/material$/i.test(key)) addMaterial(value);
    }
  }
  for (const side of SKY_SIDES) addMaterial(`skybox/${vmf.world.get("skyname")}${side}`);
  for (const path of content.keys()) {
    // All models stand in the map, and these are their materials.
    if (path.startsWith("models/")) wanted.add(path);
    if (path.startsWith("materials/models/")) {
      addMaterial(path.replace(/^materials\/|\.(vmt|vtf)$/g, ""));
    }
  }
  return new Map([...content].filter(([path]) => wanted.has(path)));
}

function quotedWords(bytes: Uint8Array): string[] {
  return [...new TextDecoder().decode(bytes).matchAll(/"([^"]*)"/g)].map((match) => match[1]);
}
