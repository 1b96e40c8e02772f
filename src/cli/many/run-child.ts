/**
 * Runs one command line in a process of its own, so that a map that exhausts memory, hangs or
 * crashes the GPU driver ends only its own job.
 */

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface ChildResult {
  /** Exit code; null if a signal or a crash ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Path of the command's script: its bundle, or the launcher of a checkout. */
function findEntry(): string {
  const isSource = import.meta.url.endsWith(".ts");
  return fileURLToPath(new URL(isSource ? "../from-source.mjs" : "visleaf.js", import.meta.url));
}

/**
 * Runs the command and collects what it prints.
 * @param args the command line after `visleaf`
 * @param signal ends the process; it removes its unfinished files first
 * @param env variables added to this process's own
 */
export function runChild(
  args: readonly string[],
  signal?: AbortSignal,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, findEntry(), ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    const stop = (): void => void child.kill("SIGTERM");
    signal?.addEventListener("abort", stop, { once: true });
    const pieces: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
    child.stdout.on("data", (bytes: Buffer) => void pieces.stdout.push(bytes));
    child.stderr.on("data", (bytes: Buffer) => void pieces.stderr.push(bytes));
    child.once("error", reject);
    child.once("close", (code) => {
      signal?.removeEventListener("abort", stop);
      const textOf = (name: "stdout" | "stderr") => Buffer.concat(pieces[name]).toString();
      resolve({ code, stdout: textOf("stdout"), stderr: textOf("stderr") });
    });
    if (signal?.aborted) stop();
  });
}

/**
 * Returns the messages of a process, without its progress lines. A crash, which has none, gives its
 * last line.
 */
export function messagesOf({ code, stderr }: ChildResult): string[] {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const messages = lines.filter((line) => line.startsWith("visleaf: "));
  if (messages.length > 0) return messages.map((line) => line.slice("visleaf: ".length));
  if (code === 0 || code === 3) return [];
  return [`ended unexpectedly${lines.length === 0 ? "" : `: ${lines.at(-1)}`}`];
}
