/** The shaders that decals are drawn with, of each family and of all in one: fetched with the first of one. */

import { assert } from "../../core/errors.ts";

type FetchCode = () => Promise<string>;

/** By level. */
const CODES = [
  import.meta.glob<string>("../../../shaders/families/{,rare/,rare/models/}*.wgsl", {
    query: "?surface=decals",
    import: "default",
  }),
  import.meta.glob<string>("../../../shaders/families/{,rare/,rare/models/}*.wgsl", {
    query: "?surface=decals&framed",
    import: "default",
  }),
  import.meta.glob<string>("../../../shaders/families/{,rare/,rare/models/}*.wgsl", {
    query: "?surface=decals&bumped",
    import: "default",
  }),
] as const;

/** What is no file, and so is not found by its name. */
const ANY: readonly FetchCode[] = [
  async () => (await import("../../../shaders/families/any.wgsl?surface=decals")).default,
  async () => (await import("../../../shaders/families/any.wgsl?surface=decals&framed")).default,
  async () => (await import("../../../shaders/families/any.wgsl?surface=decals&bumped")).default,
];

/** @param level `LEVEL_*` */
export async function decalShader(family: string, level: number): Promise<string> {
  if (family === "any") return ANY[level]();
  const codes = CODES[level];
  const room = "../../../shaders/families";
  const fetchCode =
    codes[`${room}/${family}.wgsl`] ??
    codes[`${room}/rare/${family}.wgsl`] ??
    codes[`${room}/rare/models/${family}.wgsl`];
  assert(fetchCode !== undefined, `decals of family ${family}`);
  return fetchCode();
}
