/** `serve-targets.ts` with targets that have faults, as a program. */

import { serveTargets } from "./serve-targets.ts";

await serveTargets(async () => (await import("./toy-targets.ts")).TOYS);
