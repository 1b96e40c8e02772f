/** Property tests draw the same cases in every run: one that fails, or counts too few, does so for everyone. */

import { configureGlobal } from "fast-check";

const seed = Number(process.env.VISLEAF_SEED ?? 1);
if (!Number.isInteger(seed)) throw new Error("VISLEAF_SEED: a whole number was expected");
configureGlobal({ seed });
