/**
 * Checks maps by `visleaf check --json` and writes each finding as an annotation of GitHub Actions, with a table for the
 * job's summary. Lists of paths have a line each:
 *
 *     VISLEAF_MAPS='build/*.bsp' VISLEAF_CONTENT=game VISLEAF_FAIL_ON=warning node annotate.mjs npx visleaf
 *
 * Ends with the exit code of the first map that failed: 2 for a bad file, 3 for findings.
 */

import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync } from "node:fs";

const LEVEL = { error: "error", warning: "warning", note: "notice" };
const MAX_OUTPUT = 256 * 1024 * 1024;

const [program, ...args] = process.argv.slice(2);
const { VISLEAF_MAPS = "", VISLEAF_CONTENT = "", VISLEAF_FAIL_ON = "error" } = process.env;
const { GITHUB_STEP_SUMMARY } = process.env;

const listLines = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Escapes what would end a workflow command or one of its properties. */
const escapeText = (text) =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapeProperty = (text) => escapeText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

function annotate(level, file, title, message) {
  const properties = `file=${escapeProperty(file)},title=${escapeProperty(title)}`;
  console.log(`::${level} ${properties}::${escapeText(message)}`);
}

/** Expands `*` and `**` of one pattern; other characters are literal. Paths use slashes. */
function expand(pattern) {
  if (!pattern.includes("*")) return [pattern];
  const literal = (text) => text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
  const parts = pattern
    .split(/(\*\*\/|\*)/)
    .map((part) => (part === "**/" ? "(?:.*/)?" : part === "*" ? "[^/]*" : literal(part)));
  const wanted = new RegExp(`^${parts.join("")}$`);
  const fixed = pattern.slice(0, pattern.indexOf("*"));
  const folder = fixed.slice(0, fixed.lastIndexOf("/") + 1);
  const root = folder === "" ? "." : folder;
  if (!existsSync(root)) return [];
  const names = readdirSync(root, { recursive: true }).map(
    (name) => folder + name.replaceAll("\\", "/"),
  );
  return names.filter((name) => wanted.test(name)).sort();
}

/** Returns the report of one map and the command's exit code. `report` is null if the map cannot be read. */
function check(map) {
  const content = listLines(VISLEAF_CONTENT).flatMap((path) => ["--content", path]);
  const all = [...args, "check", map, "--json", "--fail-on", VISLEAF_FAIL_ON, ...content];
  const { status, stdout, stderr, error } = spawnSync(program, all, {
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT,
  });
  if (error) throw error;
  let report = null;
  try {
    [report = null] = JSON.parse(stdout);
  } catch {
    // Without a report, the reason is in `stderr`.
  }
  return { code: status ?? 1, report, reason: stderr.trim() };
}

const maps = listLines(VISLEAF_MAPS).flatMap((pattern) => {
  const found = expand(pattern);
  if (found.length === 0) annotate("error", pattern, "no map", `No file matches ${pattern}.`);
  return found;
});
const rows = ["| map | errors | warnings | notes |", "|---|---|---|---|"];
let exitCode = maps.length === 0 ? 2 : 0;
for (const map of maps) {
  const { code, report, reason } = check(map);
  exitCode ||= code;
  for (const { rule, severity, message, camera } of report?.findings ?? []) {
    const place = camera === null ? "" : ` (camera ${camera})`;
    annotate(LEVEL[severity], map, rule, message + place);
  }
  if (report === null) annotate("error", map, "unreadable map", reason || `exit code ${code}`);
  const { error = "-", warning = "-", note = "-" } = report?.counts ?? {};
  rows.push(`| ${map.replaceAll("|", "\\|")} | ${error} | ${warning} | ${note} |`);
}
if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${rows.join("\n")}\n`);
process.exitCode = exitCode;
