/** Fixes the seed of property tests, so that failures are reproducible. */

import { configureGlobal } from "fast-check";

const seed = Number(process.env.VISLEAF_SEED ?? 1);
if (!Number.isInteger(seed)) throw new Error("VISLEAF_SEED: a whole number was expected");
configureGlobal({ seed });
