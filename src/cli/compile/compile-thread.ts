/** Thread of a compile: processes the ranges of rows that it receives. */

import type { MessagePort } from "node:worker_threads";
import type { Program } from "../../compile/job-pool.ts";
import { lightProgram } from "../../compile/vrad/light-program.ts";
import { visProgram } from "../../compile/vvis/vis-program.ts";

export type ThreadRequest =
  | { readonly type: "open"; readonly program: string; readonly state: unknown }
  | {
      readonly type: "run";
      readonly stage: string;
      readonly first: number;
      readonly end: number;
    }
  | { readonly type: "close" };

/** Reply to each "run". */
export type ThreadReply =
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly error: unknown };

// Each program receives only states that were opened for it, so the types match.
const PROGRAMS = new Map(
  [visProgram as Program<unknown>, lightProgram as Program<unknown>].map((program) => [
    program.name,
    program,
  ]),
);

export function runCompileThread(port: MessagePort): void {
  let program: Program<unknown> | undefined;
  let state: unknown;
  port.on("message", (request: ThreadRequest) => {
    if (request.type === "open") {
      program = PROGRAMS.get(request.program);
      state = request.state;
      return;
    }
    if (request.type === "close") {
      program = undefined;
      state = undefined;
      return;
    }
    try {
      if (!program) throw new Error("visleaf bug: a compile thread was given no known program");
      program.run(state, request.stage, request.first, request.end);
      port.postMessage({ type: "done" } satisfies ThreadReply);
    } catch (error) {
      port.postMessage({ type: "failed", error } satisfies ThreadReply);
    }
  });
}
