import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin } from "vite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  collectNotices,
  findPackage,
  listNotices,
  mergeNotices,
  writeNotice,
} from "../../release/notices-plugin.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "visleaf-notices-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function makePackage(name: string, licence: string | null, license = "MIT"): string {
  const path = join(folder, "node_modules", name);
  mkdirSync(path, { recursive: true });
  const repository = { url: `https://code.example/${name}` };
  const manifest = { name, version: "1.2.3", license, repository };
  writeFileSync(join(path, "package.json"), JSON.stringify(manifest));
  if (licence !== null) writeFileSync(join(path, "LICENCE"), licence);
  return path;
}

type Hook = (...args: unknown[]) => void;
const generate = (plugin: Plugin, ...ids: string[]) =>
  (plugin.generateBundle as Hook)({}, { "a.js": { type: "chunk", moduleIds: ids } });

describe("licence notices of a build", () => {
  it("name the packages of a build and of its workers, with their licence texts", () => {
    makePackage("plain", "Permission is granted.");
    makePackage("@scope/inner", "Copyleft text.", "MPL-2.0");
    const own = makePackage("own", "Own licence.");
    const { main, worker } = collectNotices(own);
    generate(worker(), join(folder, "node_modules/@scope/inner/dist/deep/a.js"));
    const plugin = main();
    generate(
      plugin,
      "\0runtime",
      join(folder, "src/a.ts"),
      join(folder, "node_modules/plain/a.js"),
    );
    (plugin.writeBundle as Hook)({ dir: folder });
    const text = readFileSync(join(folder, "licenses.md"), "utf8");
    expect(listNotices(text)).toEqual(["@scope/inner", "own", "plain"]);
    expect(text).toContain("## @scope/inner - 1.2.3 (MPL-2.0)");
    expect(text).toContain("Source: https://code.example/@scope/inner\n\nCopyleft text.");
    expect(text).toContain("Permission is granted.");
  });

  it("are kept when a second build writes into the same folder", () => {
    const write = (name: string) => {
      const { main } = collectNotices(makePackage(name, `${name} may be used.`));
      (main().writeBundle as Hook)({ dir: folder });
    };
    write("first");
    write("second");
    write("first");
    const text = readFileSync(join(folder, "licenses.md"), "utf8");
    expect(listNotices(text)).toEqual(["first", "second"]);
    expect(text.match(/may be used/g)).toHaveLength(2);
  });

  it("stop a build that bundles a package without a licence text", () => {
    expect(() => writeNotice(makePackage("bare", null))).toThrow(
      /bare 1\.2\.3 is bundled, but its package has no licence text/,
    );
  });

  it("find the innermost package of a module", () => {
    expect(findPackage("/a/node_modules/b/node_modules/@c/d/lib/e.js")).toBe(
      "/a/node_modules/b/node_modules/@c/d",
    );
    expect(findPackage("/a/src/b.ts")).toBeNull();
    expect(mergeNotices([""])).not.toContain("##");
  });
});
