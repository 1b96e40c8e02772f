/** Position on the game's overview: `CMapOverview::WorldToMap` of the SDK's MapOverview.cpp. */

import type { KeyValuesNode } from "../../../src/formats/keyvalues/types.ts";

/** Returns pixels from the upper left corner of a 1024-pixel picture, by the text file's values. */
export function placeOnOverview(
  text: readonly KeyValuesNode[],
  x: number,
  y: number,
): [column: number, row: number] {
  const pairs = text[0].value;
  const read = (name: string) =>
    typeof pairs === "string" ? NaN : Number(pairs.find(({ key }) => key === name)?.value);
  const scale = read("scale");
  return [(x - read("pos_x")) / scale, (y - read("pos_y")) / -scale];
}
