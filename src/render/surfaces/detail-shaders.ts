/** Detail sprite shaders of each family, loaded with its first material. */

import { assert } from "../../core/errors.ts";
import { familyFile } from "./family-file.ts";

const CODES = import.meta.glob<string>("../../../shaders/families/**/*.wgsl", {
  query: "?surface=details",
  import: "default",
});

export async function detailShader(family: string): Promise<string> {
  const fetchCode = familyFile(CODES, family);
  assert(fetchCode !== undefined, `no detail sprite shaders for family ${family}`);
  return fetchCode();
}
