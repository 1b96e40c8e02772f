import { execFile, execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { checkOutput, writeWhole } from "../../src/cli/write-whole.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-write-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
writeFileSync(at("map.bsp"), "a map");
mkdirSync(at("folder"));
symlinkSync(at("map.bsp"), at("link"));

describe("checkOutput", () => {
  it("takes a new file and an old one", async () => {
    for (const path of [at("new.png"), at("map.bsp")]) await checkOutput(path);
    expect(readdirSync(folder).sort()).toEqual(["folder", "link", "map.bsp"]);
  });

  it.each([
    ["a folder that is not there", at("nowhere/x.png"), /nowhere is no folder/],
    ["a file in place of its folder", at("map.bsp/x.png"), /map\.bsp is no folder/],
    ["a folder", at("folder"), /it is a folder/],
    ["a folder that is to come", at("new/"), /it is a folder/],
    ["nothing", "", /it is a folder/],
    ["an input", at("map.bsp"), /would be written over/],
    ["an input by a link", at("link"), /would be written over/],
  ])("refuses %s", async (_, path, message) => {
    await expect(checkOutput(path, [at("map.bsp")])).rejects.toThrow(message);
  });
});

describe("writeWhole", () => {
  it("writes what a link leads to, and leaves the link", async () => {
    writeFileSync(at("old"), "old");
    symlinkSync(at("old"), at("to-old"));
    await writeWhole(at("to-old"), "new");
    expect(readFileSync(at("old"), "utf8")).toBe("new");
    expect(readFileSync(at("to-old"), "utf8")).toBe("new");
    writeFileSync(at("to-old"), "through");
    expect(readFileSync(at("old"), "utf8")).toBe("through");
  });

  it("writes into a pipe, as to any device, and does not put a file in its place", async () => {
    // Not a real device: code that is wrong here, run as root, would take it from the machine.
    execFileSync("mkfifo", [at("pipe")]);
    const reader = promisify(execFile)("cat", [at("pipe")], { timeout: 10_000 });
    await writeWhole(at("pipe"), "through");
    expect(statSync(at("pipe")).isFIFO()).toBe(true);
    expect((await reader).stdout).toBe("through");
  });

  it("leaves nothing behind when it fails", async () => {
    const before = readdirSync(folder);
    await expect(writeWhole(at("folder"), "x")).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(before);
  });
});
