import type { Fault } from "./fault.ts";
import { ENGINE } from "./list/engine.ts";
import { FORMATS } from "./list/formats.ts";
import { SHADERS } from "./list/shaders.ts";
import { TOOLS } from "./list/tools.ts";

/** A small fault for each kind of mistake in each folder of `src`. */
export const FAULTS: readonly Fault[] = [...FORMATS, ...ENGINE, ...TOOLS, ...SHADERS];
