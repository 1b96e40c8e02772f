#!/usr/bin/env node
/** `visleaf`: the engine's readers and renderer from the command line. */

import { runCommand } from "./run-command.ts";

// Set rather than exit(): what was written to a pipe still goes out.
process.exitCode = await runCommand(process.argv.slice(2));
