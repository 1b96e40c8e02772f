/** Detail sprite shaders of each family, loaded with its first material. */

import { assert } from "../../core/errors.ts";

const CODES = import.meta.glob<string>("../../../shaders/families/{,rare/,rare/models/}*.wgsl", {
  query: "?surface=details",
  import: "default",
});

export async function detailShader(family: string): Promise<string> {
  const room = "../../../shaders/families";
  const fetchCode =
    CODES[`${room}/${family}.wgsl`] ??
    CODES[`${room}/rare/${family}.wgsl`] ??
    CODES[`${room}/rare/models/${family}.wgsl`];
  assert(fetchCode !== undefined, `no detail sprite shaders for family ${family}`);
  return fetchCode();
}
