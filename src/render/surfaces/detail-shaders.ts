/** The shaders that detail sprites are drawn with, of each family: fetched with the first material of one. */

import { assert } from "../../core/errors.ts";

const CODES = import.meta.glob<string>("../../../shaders/families/*.wgsl", {
  query: "?surface=details",
  import: "default",
});

export async function detailShader(family: string): Promise<string> {
  const fetchCode = CODES[`../../../shaders/families/${family}.wgsl`];
  assert(fetchCode !== undefined, `detail sprites of family ${family}`);
  return fetchCode();
}
