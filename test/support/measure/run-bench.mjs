/** `npm run bench`: runs `visleaf bench` over the given maps or the demo. */

import { join, resolve } from "node:path";

const demo = join(resolve(import.meta.dirname, "../../.."), "assets/visleaf_demo.bsp");
const args = process.argv.slice(2);
const isWhole = args.some((arg) => /\.bsp$/i.test(arg) || arg === "--compare" || arg === "--help");
process.argv.splice(2, args.length, "bench", ...(isWhole ? args : [demo, ...args]));
await import("../../../src/cli/from-source.mjs");
