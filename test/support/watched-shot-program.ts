/**
 * Runs a watched shot that never ends: `loading` keeps the main thread busy, `drawing` another
 * thread.
 */

import { Worker } from "node:worker_threads";
import { watchShot } from "../../src/cli/shot/watch-shot.ts";

const [what, drawSeconds] = process.argv.slice(2);
const watch = watchShot("a.bsp", { stallSeconds: 1, drawSeconds: Number(drawSeconds) });
if (what === "loading") {
  setTimeout(() => {
    for (;;);
  });
} else {
  new Worker("for (;;);", { eval: true });
  await watch.draw(2 ** 21, new Promise(() => undefined));
}
