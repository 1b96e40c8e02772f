/** Finds faces whose material has no name, as in truncated maps. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import { contentName } from "./content-name.ts";
import { isFaceDrawn } from "./material-names.ts";

/** Subject of warnings about materials without a name. */
export const NAMELESS = "material names";

/** Returns a phrase such as `2,038 faces have no material's name`. */
export const sayNameless = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "face has" : "faces have"} no material's name`;

/** Counts the drawn faces whose material has an empty name. `largest` is −1 if there are none. */
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
