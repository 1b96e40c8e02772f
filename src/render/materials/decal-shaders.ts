/** The shaders that decals are drawn with, of each family and of all in one: fetched with the first of one. */

import { assert } from "../../core/errors.ts";

type FetchCode = () => Promise<string>;

const PLAIN = import.meta.glob<string>("../../../shaders/families/*.wgsl", {
  query: "?surface=decals",
  import: "default",
});

const FRAMED = import.meta.glob<string>("../../../shaders/families/*.wgsl", {
  query: "?surface=decals&framed",
  import: "default",
});

/** What is no file, and so is not found by its name. */
const ANY: readonly FetchCode[] = [
  async () => (await import("../../../shaders/families/any.wgsl?surface=decals")).default,
  async () => (await import("../../../shaders/families/any.wgsl?surface=decals&framed")).default,
];

export async function decalShader(family: string, isFramed: boolean): Promise<string> {
  if (family === "any") return ANY[isFramed ? 1 : 0]();
  const fetchCode = (isFramed ? FRAMED : PLAIN)[`../../../shaders/families/${family}.wgsl`];
  assert(fetchCode !== undefined, `decals of family ${family}`);
  return fetchCode();
}
