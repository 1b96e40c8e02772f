#!/usr/bin/env node
/** `visleaf`: the engine's readers, renderer and compilers on the command line. */

import { parentPort, workerData } from "node:worker_threads";
import { COMPILE_THREAD, UNPACK_THREAD } from "./compile/thread-names.ts";
import { runCommand } from "./run-command.ts";

if (parentPort !== null && workerData === COMPILE_THREAD) {
  (await import("./compile/compile-thread.ts")).runCompileThread(parentPort);
} else if (parentPort !== null && workerData?.thread === UNPACK_THREAD) {
  (await import("./serve/unpack-thread.ts")).runUnpackThread(parentPort, workerData);
} else {
  // Set instead of calling exit(), so that output to a pipe is still written.
  process.exitCode = await runCommand(process.argv.slice(2));
}
