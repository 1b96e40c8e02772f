/** `visleaf mcp` as clients use it: the SDK's client over standard input and output. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allowFolders } from "../../../src/cli/mcp/allowed-paths.ts";
import { schemaOf, VERB_TOOLS } from "../../../src/cli/mcp/tools.ts";
import { VERBS } from "../../../src/cli/run-command.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { runVisleaf } from "../run-visleaf.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-mcp-test-"));
const folder = join(base, "maps");
const secret = join(base, "secret.bsp");
const gpu = await openTestGpu();
const launcher = resolve(import.meta.dirname, "../../../src/cli/from-source.mjs");
let client: Client;

beforeAll(async () => {
  mkdirSync(join(folder, "old"), { recursive: true });
  writeFileSync(join(folder, "room.bsp"), makeBsp());
  writeFileSync(join(folder, "old/room.bsp"), makeBsp({ version: 21 }));
  writeFileSync(join(folder, "bad.bsp"), "this is no map, however long it is");
  writeFileSync(secret, makeBsp());
  symlinkSync(secret, join(folder, "link.bsp"));
  symlinkSync(base, join(folder, "up"));
  client = new Client({ name: "test", version: "1" });
  const args = [launcher, "mcp", folder];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }),
  );
});
afterAll(async () => {
  await client.close();
  gpu?.close();
  rmSync(base, { recursive: true });
});

interface Content {
  readonly type: string;
  readonly text: string;
  readonly data: string;
  readonly mimeType: string;
}

async function call(name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  const content = result.content as Content[];
  return { content, isError: result.isError ?? false, text: content[0].text };
}

describe("the tools of visleaf mcp", () => {
  it("are the verbs, with an object schema each", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...["list", "inspect", "check", "shot", "overview", "cost", "diff"],
    ]);
    const shot = tools.find(({ name }) => name === "shot");
    expect(shot?.inputSchema).toMatchObject({ type: "object", required: ["file"] });
  });

  it.each(VERB_TOOLS)("$verb passes only options that the verb has", async (tool) => {
    const { help } = await VERBS[tool.verb].load();
    for (const name of Object.keys(tool.options)) expect(help).toContain(`--${name}`);
    for (const option of tool.fixed) expect(help).toContain(option);
    expect(Object.keys(schemaOf(tool).properties).length).toBeGreaterThan(0);
  });

  it("list the maps, inspect, check and compare them", async () => {
    expect((await call("list")).text.split("\n")).toEqual([
      ...["bad.bsp", "link.bsp", "old/room.bsp", "room.bsp"],
    ]);
    const inspected = await call("inspect", { file: "old/room.bsp" });
    expect(inspected.text).toMatch(/^room\.bsp: map of version 21/);
    const checked = await call("check", { map: "room.bsp", json: true });
    expect(JSON.parse(checked.text)[0]).toMatchObject({ map: "room" });
    const compared = await call("diff", {
      before: "room.bsp",
      after: join(folder, "old/room.bsp"),
    });
    expect(compared.text).toContain("room.bsp → ");
  });

  it.skipIf(gpu === null)("return pictures", async () => {
    const { content, isError } = await call("shot", { file: "room.bsp", size: "64x36" });
    expect(isError, content[0].text).toBe(false);
    expect(JSON.parse(content[0].text.split("\n")[0])).toHaveProperty("triangles");
    expect(content[1]).toMatchObject({ type: "image", mimeType: "image/png" });
    const picture = PNG.sync.read(Buffer.from(content[1].data, "base64"));
    expect([picture.width, picture.height]).toEqual([64, 36]);
  });
});

describe("a call to visleaf mcp", () => {
  it.each([
    ["a path above the folder", "../secret.bsp"],
    ["an absolute path elsewhere", secret],
    ["a link to a file outside", "link.bsp"],
    ["a link to a folder outside", "up/secret.bsp"],
  ])("for %s is refused in one sentence", async (_, file) => {
    const { isError, text, content } = await call("inspect", { file });
    expect([isError, content.length]).toEqual([true, 1]);
    expect(text).toBe(`${file} lies outside of the folders that this server reads: ${folder}`);
  });

  it("with content outside of the folder is refused", async () => {
    const { isError, text } = await call("check", { map: "room.bsp", content: [".."] });
    expect([isError, text]).toEqual([true, expect.stringContaining(".. lies outside")]);
  });

  it.each([
    ["inspect", { file: "none.bsp" }, /^there is no file none\.bsp in /],
    ["inspect", { file: "bad.bsp" }, /^BSP header .*\[bad-magic\]$/],
    ["inspect", {}, /^these arguments are not possible: .*file/],
    [
      "inspect",
      { file: "room.bsp", lmp: "faces" },
      /^there is no argument "lmp"; did you mean lump\?$/,
    ],
    ["inspect", { file: "a\0b" }, /^there is no file /],
    ["shot", { file: "room.bsp", camera: "here" }, /^--camera wants 5 to 6 numbers/],
    ["chekc", {}, /^there is no tool "chekc"; did you mean check\?$/],
  ])("to %s with %o says what is wrong", async (name, args, says) => {
    const { isError, text } = await call(name, args);
    expect([isError, text]).toEqual([true, expect.stringMatching(says)]);
  });

  it("cannot pass an option in a path or a value", async () => {
    writeFileSync(join(folder, "--json"), makeBsp());
    expect((await call("inspect", { file: "--json" })).text).toMatch(/^--json: map of version 20/);
    const { text } = await call("shot", { file: "room.bsp", view: "x --out=/tmp/x.png" });
    expect(text).toContain('there is no view "x --out=/tmp/x.png"');
  });
});

describe("visleaf mcp", () => {
  it("wants folders that exist", async () => {
    expect(await runVisleaf("mcp")).toMatchObject({ code: 1 });
    const { code, stderr } = await runVisleaf("mcp", join(base, "none"));
    expect([code, stderr]).toEqual([1, `visleaf: there is no folder ${join(base, "none")}`]);
  });

  it("takes a folder that is itself a link for its target", async () => {
    const paths = await allowFolders([join(folder, "up", "maps")]);
    expect(await paths.find("room.bsp")).toBe(join(folder, "room.bsp"));
  });
});
