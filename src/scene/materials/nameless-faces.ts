/** Faces of which the map does not say what they are of, as where a file was cut off: no content has a file of no name. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import { contentName } from "./content-name.ts";
import { isFaceDrawn } from "./material-names.ts";

/** What a warning is about whose material has no name. */
export const NAMELESS = "material names";

/** `2,038 faces have no material's name`. */
export const sayNameless = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "face has" : "faces have"} no material's name`;

/** How many faces that are drawn are of a material with an empty name; `largest` -1: none is. */
export function listNamelessFaces(bsp: BspWorld): { count: number; largest: number } {
  const { faces, texInfos, texDatas } = bsp;
  const isNameless = texDatas.name.map((name) => contentName(name, ".vmt") === "");
  let [count, largest] = [0, -1];
  if (!isNameless.includes(true)) return { count, largest };
  for (let face = 0; face < faces.count; face++) {
    if (!isFaceDrawn(bsp, faces, face)) continue;
    if (!isNameless[texInfos.texdata[faces.texinfo[face]]]) continue;
    count++;
    if (largest < 0 || faces.area[face] > faces.area[largest]) largest = face;
  }
  return { count, largest };
}

export function warnOfNamelessFaces(bsp: BspWorld, diagnostics: Diagnostics): void {
  const { count } = listNamelessFaces(bsp);
  if (count === 0) return;
  const message = `${sayNameless(count)}: their mean colour is shown.`;
  diagnostics.warn("damaged-section", NAMELESS, message);
}
