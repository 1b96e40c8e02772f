/** Runs the command in this process and records what it prints. */

import { vi } from "vitest";
import { slowDawnPolling } from "../../src/cli/render/dawn-polling.ts";
import { runCommand } from "../../src/cli/run-command.ts";

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runVisleaf(...args: string[]): Promise<CommandResult> {
  slowDawnPolling();
  const out: string[] = [];
  const err: string[] = [];
  const log = vi
    .spyOn(console, "log")
    .mockImplementation((...parts) => void out.push(parts.join(" ")));
  const error = vi
    .spyOn(console, "error")
    .mockImplementation((...parts) => void err.push(parts.join(" ")));
  try {
    const code = await runCommand(args);
    return { code, stdout: out.join("\n"), stderr: err.join("\n") };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}
