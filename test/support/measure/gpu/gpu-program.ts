/** Entry of the bundle that `npm run bench:gpu` runs. */

import { measureGpu } from "./measure-gpu.ts";

process.exitCode = await measureGpu(process.argv.slice(2));
