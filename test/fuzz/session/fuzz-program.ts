/** `serve-targets.ts` with all targets, as a program. */

import { serveTargets } from "./serve-targets.ts";

await serveTargets(async () => (await import("../targets/index.ts")).TARGETS);
