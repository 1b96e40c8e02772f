import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
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
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { checkOutput, writeSet, writeWhole } from "../../../src/cli/files/write-whole.ts";
import { bundleProgram } from "../../support/measure/bundle-program.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-write-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
writeFileSync(at("map.bsp"), "a map");
mkdirSync(at("folder"));
symlinkSync(at("map.bsp"), at("link"));

describe("checkOutput", () => {
  it("accepts a new path and an existing file", async () => {
    for (const path of [at("new.png"), at("map.bsp")]) await checkOutput(path);
    expect(readdirSync(folder).sort()).toEqual(["folder", "link", "map.bsp"]);
  });

  it.each([
    ["a missing folder", at("nowhere/x.png"), /nowhere is no folder/],
    ["a file in place of its folder", at("map.bsp/x.png"), /map\.bsp is no folder/],
    ["a folder", at("folder"), /it is a folder/],
    ["a path that ends in a slash", at("new/"), /it is a folder/],
    ["nothing", "", /it is a folder/],
    ["an input", at("map.bsp"), /is an input and would be overwritten/],
    ["an input by a link", at("link"), /is an input and would be overwritten/],
  ])("refuses %s", async (_, path, message) => {
    await expect(checkOutput(path, [at("map.bsp")])).rejects.toThrow(message);
  });
});

describe("writeWhole", () => {
  it("writes the target of a link, and keeps the link", async () => {
    writeFileSync(at("old"), "old");
    symlinkSync(at("old"), at("to-old"));
    await writeWhole(at("to-old"), "new");
    expect(readFileSync(at("old"), "utf8")).toBe("new");
    expect(readFileSync(at("to-old"), "utf8")).toBe("new");
    writeFileSync(at("to-old"), "through");
    expect(readFileSync(at("old"), "utf8")).toBe("through");
  });

  it("writes into a pipe, as into any device, and does not replace it by a file", async () => {
    // A pipe, not a real device, which a wrong implementation run as root would delete.
    execFileSync("mkfifo", [at("pipe")]);
    const reader = promisify(execFile)("cat", [at("pipe")], { timeout: 60_000 });
    await writeWhole(at("pipe"), "through");
    expect(statSync(at("pipe")).isFIFO()).toBe(true);
    expect((await reader).stdout).toBe("through");
  });

  it("leaves no files behind when it fails", async () => {
    const before = readdirSync(folder);
    await expect(writeWhole(at("folder"), "x")).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe("writeSet", () => {
  let program: Awaited<ReturnType<typeof bundleProgram>>;
  beforeAll(async () => {
    program = await bundleProgram("src/cli/files/write-whole.ts");
  });
  afterAll(() => program.dispose());

  it("writes all files of a set or none", async () => {
    writeFileSync(at("set.mdl"), "old");
    await expect(
      writeSet(
        new Map([
          [at("set.mdl"), "new"],
          [at("set.vvd"), "new"],
          [at("nowhere/set.vtx"), "new"],
        ]),
      ),
    ).rejects.toThrow("nowhere");
    expect(readFileSync(at("set.mdl"), "utf8")).toBe("old");
    expect(readdirSync(folder).filter((name) => /^set/.test(name))).toEqual(["set.mdl"]);
    const names = ["set.mdl", "set.vvd"];
    await writeSet(new Map(names.map((name) => [at(name), name])));
    for (const name of names) expect(readFileSync(at(name), "utf8")).toBe(name);
    expect(readdirSync(folder).filter((name) => /^set/.test(name))).toEqual(names);
  });

  /**
   * Starts a process that has written one file of two, and waits for a reader of a pipe with the
   * other.
   */
  async function startWriter(name: string, before = "") {
    writeFileSync(at(name), "old");
    const pipe = at(`${name}-waits`);
    execFileSync("mkfifo", [pipe]);
    const script = `const module = await import(${JSON.stringify(pathToFileURL(program.path))});
      ${before}
      console.log("writes");
      await module.writeSet(new Map(${JSON.stringify([
        [at(name), "new"],
        [pipe, "x"],
      ])}));`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
    await once(child.stdout, "data");
    const staged = () => readdirSync(folder).filter((file) => file.startsWith(`${name}.`));
    await vi.waitUntil(() => staged().length > 0, { timeout: 60_000 });
    return { child, staged };
  }

  it("keeps the old file if the process is killed while it writes", async () => {
    const { child, staged } = await startWriter("killed");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(readFileSync(at("killed"), "utf8")).toBe("old");
    for (const name of staged()) rmSync(at(name));
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "removes unfinished files on %s, and ends by that signal",
    async (signal) => {
      const { child, staged } = await startWriter(`ended-${signal}`);
      child.kill(signal);
      const [code, by] = await once(child, "exit");
      expect([code, by]).toEqual([null, signal]);
      expect(staged()).toEqual([]);
      expect(readFileSync(at(`ended-${signal}`), "utf8")).toBe("old");
    },
  );

  it("leaves a signal to a command that catches it; a second one ends the process", async () => {
    const { child, staged } = await startWriter(
      "caught",
      'module.catchSignals((signal) => console.log("caught", signal));',
    );
    child.kill("SIGTERM");
    const [said] = await once(child.stdout, "data");
    expect(String(said)).toBe("caught SIGTERM\n");
    expect(staged()).toHaveLength(1);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
    expect(staged()).toEqual([]);
  });

  it("listens for signals only while it writes", async () => {
    const count = () => process.listenerCount("SIGINT");
    const before = count();
    await writeWhole(at("quiet"), "x");
    await expect(writeWhole(at("folder"), "x")).rejects.toThrow();
    expect(count()).toBe(before);
  });

  it("syncs every file before the first rename, and the folders after the last", async () => {
    const calls: [call: string, path: string][] = [];
    const { open, rename } = promises;
    // Another test file may have loaded the module already, so the functions are replaced in Node's
    // module.
    vi.spyOn(promises, "open").mockImplementation(async (path, ...more) => {
      const file = await open(path, ...more);
      const sync = file.sync.bind(file);
      file.sync = () => {
        calls.push(["sync", String(path)]);
        return sync();
      };
      return file;
    });
    vi.spyOn(promises, "rename").mockImplementation((from, to) => {
      calls.push(["rename", String(from)]);
      return rename(from, to);
    });
    syncBuiltinESMExports();
    try {
      await writeSet(
        new Map([
          [at("first"), "1"],
          [at("folder/second"), "2"],
        ]),
      );
    } finally {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    }
    const name = (path: string) => path.slice(folder.length + 1).replace(/\.\d+\.unfinished$/, "…");
    const done = calls.map(([call, path]) => `${call} ${name(path)}`);
    // Files are written in parallel, in any order.
    expect([done.slice(0, 2).sort(), done.slice(2, 4).sort(), done.slice(4).sort()]).toEqual([
      ["sync first…", "sync folder/second…"],
      ["rename first…", "rename folder/second…"],
      ["sync ", "sync folder"],
    ]);
  });

  it("does not write through an existing link at its temporary path", async () => {
    const taken = `${at("taken")}.${process.pid}.unfinished`;
    writeFileSync(at("victim"), "old");
    symlinkSync(at("victim"), taken);
    await expect(writeWhole(at("taken"), "new")).rejects.toThrow("EEXIST");
    expect(readFileSync(at("victim"), "utf8")).toBe("old");
  });
});

it("only write-whole.ts writes files in the command", () => {
  const root = resolve(import.meta.dirname, "../../../src/cli");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const WRITES = /\b(writeFile|writeFileSync|createWriteStream|appendFile|copyFile|outputFile)\b/;
  const writers = files.filter((name) => {
    return name.endsWith(".ts") && WRITES.test(readFileSync(join(root, name), "utf8"));
  });
  expect(writers).toEqual(["files/write-whole.ts"]);
});
