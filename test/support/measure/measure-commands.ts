/**
 * Runs `inspect`, `check` and `shot` over files in processes of their own, and prints processor time, peak memory and
 * end of each. Needs Linux, which counts both. Files that are given are read where they lie; without any, the made
 * hostile maps are written to a temporary folder.
 */

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { HOSTILE_MAPS } from "../hostile/maps.ts";
import { peakBytes, residentBytes } from "./process-memory.ts";

/** Limits of one command: seconds on the clock, and bytes of memory. */
const LIMITS = { seconds: 120, bytes: 4e9 };
/** Above these a row is marked. */
const BUDGET = { seconds: 10, bytes: 1e9 };

const POLL_MS = 20;
const TICKS_PER_SECOND = 100;

interface CommandCost {
  /** Processor time of all threads. */
  readonly seconds: number;
  readonly bytes: number;
  /** Exit code, or why the process was killed. */
  readonly end: string;
  /** The last line on standard error. */
  readonly message: string;
  /** True if a stack or the name of one of JavaScript's own errors was printed. */
  readonly isUnnamed: boolean;
}

interface Row extends CommandCost {
  readonly file: string;
  readonly verb: string;
}

export async function measureCommands(root: string, paths: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-hostile-"));
  try {
    const files = paths.length > 0 ? paths.flatMap(listFiles) : writeMadeMaps(folder);
    // Bundles the command, so that no measured start does.
    await runMeasured(root, ["--help"]);
    const rows: Row[] = [];
    for (const file of files) {
      for (const args of listCommands(file, join(folder, "out"))) {
        const row = { file: basename(file), verb: args[0], ...(await runMeasured(root, args)) };
        console.log(formatRow(row));
        rows.push(row);
      }
    }
    const isOver = (row: Row) =>
      row.isUnnamed || row.seconds > BUDGET.seconds || row.bytes > BUDGET.bytes;
    const over = rows.filter((row) => isOver(row) || !/^[0-3]$/.test(row.end));
    console.log(`\n${over.length} of ${rows.length} are over the budget or end badly`);
    for (const row of over) console.log(formatRow(row));
    return over.length > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => extname(name) !== ".md");
  return names.sort().map((name) => join(path, name));
}

function writeMadeMaps(folder: string): string[] {
  return Object.entries(HOSTILE_MAPS).map(([name, make]) => {
    const path = join(folder, `${name.replaceAll(/[^\w]+/g, "_")}.bsp`);
    writeFileSync(path, make());
    return path;
  });
}

function listCommands(file: string, out: string): string[][] {
  const commands = [
    ["inspect", file],
    ["check", file],
    ["shot", file, "--size", "320x200", "--out", `${out}.png`],
  ];
  if (extname(file) === ".vmf") commands.push(["compile", file, "-o", `${out}.bsp`]);
  return commands;
}

async function runMeasured(root: string, args: readonly string[]): Promise<CommandCost> {
  const before = childrenSeconds();
  const startMs = performance.now();
  const command = [join(root, "src/cli/from-source.mjs"), ...args];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "ignore", "pipe"] });
  const pid = child.pid ?? 0;
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-20_000);
  });
  let bytes = 0;
  let killed = "";
  const poll = setInterval(() => {
    bytes = Math.max(bytes, peakBytes(pid) ?? 0);
    if ((residentBytes(pid) ?? 0) > LIMITS.bytes) killed = "killed: memory";
    else if (performance.now() - startMs > LIMITS.seconds * 1000) killed = "killed: time";
    if (killed !== "") child.kill("SIGKILL");
  }, POLL_MS);
  const code = await new Promise<number | string | null>((resolve) => {
    child.once("close", (status, signal) => resolve(status ?? signal));
  });
  clearInterval(poll);
  return {
    seconds: childrenSeconds() - before,
    bytes,
    end: killed === "" ? String(code) : killed,
    message: said.trim().split("\n").at(-1) ?? "",
    isUnnamed: /\b(Range|Type|Reference)Error\b|^\s+at .*:\d+:\d+/m.test(said),
  };
}

/** Processor time of children that have ended, in seconds. Source: proc(5), `cutime` and `cstime`. */
function childrenSeconds(): number {
  const stat = readFileSync("/proc/self/stat", "utf8");
  // The second field is a name in brackets, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

function formatRow({ file, verb, seconds, bytes, end, message, isUnnamed }: Row): string {
  const megabytes = Math.round(bytes / 1e6);
  const said = message.replaceAll("|", "\\|").slice(0, 160);
  const name = isUnnamed ? " **unnamed**" : "";
  return `| ${file} | ${verb} | ${seconds.toFixed(1)} | ${megabytes} | ${end}${name} | ${said} |`;
}
