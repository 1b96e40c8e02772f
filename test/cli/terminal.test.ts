/** Text from files must not control the terminal. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { drawProgress, escapeControls, sayBug } from "../../src/cli/terminal.ts";
import { writeGma } from "../../src/formats/gma/index.ts";
import { runVisleaf } from "./run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-terminal-"));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Sets the title, clears the screen (also by a C1 character), forges a line, and reverses the text
 * direction.
 */
const EVIL =
  "\x1b]0;owned\x07 \x1b[2J \x9b2J \x7f \rvisleaf: fine\nvisleaf: fine \u202e\u2066 \u2028";
/** Characters that a terminal obeys, except line ends. */
const OBEYED = /(?!\n)[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

describe("escapeControls", () => {
  it("replaces characters that a terminal obeys by their codes, and keeps all others", () => {
    expect(escapeControls("\x1b[2J\x9b\u202e")).toBe("\\u001b[2J\\u009b\\u202e");
    expect(escapeControls("a\nb\tc")).toBe("a\\u000ab\\u0009c");
    expect(escapeControls(EVIL)).not.toMatch(OBEYED);
    const kept = "Größe 地図 🗺 ‑ – \u00a0 \\u001b";
    expect(escapeControls(kept)).toBe(kept);
  });
});

describe("the command with a file whose text contains control characters", () => {
  const vmt = join(folder, "evil.vmt");
  writeFileSync(vmt, `LightmappedGeneric { "$basetexture" "${EVIL.replace(/\s/g, " ")}" }`);
  const gma = join(folder, "evil.gma");
  writeFileSync(gma, writeGma(new Map([[`maps/${EVIL}.bsp`, new Uint8Array(3)]])));
  const qc = join(folder, "evil.qc");
  writeFileSync(qc, `$modelname "a.mdl"\n$body x "${EVIL.replace(/\s/g, "")}"\n`);

  it.each([
    ["inspect", vmt],
    ["inspect", vmt, "--json"],
    ["inspect", gma],
    ["inspect", gma, "--json"],
    ["inspect", join(folder, `${EVIL}.vmt`)],
    ["compile", qc, "-o", folder],
    ["bench", "--compare", EVIL, EVIL],
    [EVIL],
    ["serve", join(folder, EVIL)],
    ["shot", join(folder, EVIL), "--out", join(folder, "a.png")],
    ["pack", vmt, "-o", join(folder, EVIL, "a.zip")],
    ["decompile", join(folder, `${EVIL}.mdl`), "-o", folder],
  ])("%s prints no control characters", async (...args) => {
    const { stdout, stderr } = await runVisleaf(...args);
    expect(stdout + stderr).not.toMatch(OBEYED);
    expect(stdout + stderr).not.toMatch(/^visleaf: fine/m);
    expect(stdout + stderr).toContain("\\u001b");
  });

  it("prints equivalent JSON", async () => {
    const { stdout } = await runVisleaf("inspect", vmt, "--json");
    expect(JSON.stringify(JSON.parse(stdout))).toContain("\x9b2J \x7f");
  });

  it("prints the stack of an internal error in separate lines", () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    sayBug(new TypeError(EVIL));
    const [said] = error.mock.lastCall!;
    error.mockRestore();
    expect(said).not.toMatch(OBEYED);
    expect(said.split("\n").length).toBeGreaterThan(2);
  });

  it("draws progress on its own line", () => {
    const write = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
    drawProgress("map \x1b[2J");
    drawProgress(null);
    const written = write.mock.calls.map(([text]) => text);
    write.mockRestore();
    expect(written).toEqual(["\r\x1b[Kmap \\u001b[2J", "\r\x1b[K"]);
  });
});

it("only terminal.ts writes to the terminal in the command", () => {
  const root = resolve(import.meta.dirname, "../../src/cli");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const writers = files.filter((name) => {
    if (!name.endsWith(".ts")) return false;
    return /\bconsole\.|process\.std(out|err)/.test(readFileSync(join(root, name), "utf8"));
  });
  expect(writers).toEqual(["terminal.ts"]);
});
