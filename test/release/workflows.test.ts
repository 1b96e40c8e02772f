/** The files that GitHub and Docker read: their form, and that what they name exists. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
// A WebAssembly module that Node loads as CommonJS.
const { validateAction, validateWorkflow } = createRequire(import.meta.url)(
  "@action-validator/core",
) as Record<"validateAction" | "validateWorkflow", (text: string) => { errors: unknown[] }>;

const WORKFLOWS = readdirSync(join(root, ".github/workflows")).map(
  (name) => `.github/workflows/${name}`,
);
const { scripts, files } = JSON.parse(read("package.json"));

describe("workflows, the action and the Dockerfile", () => {
  it("follow GitHub's schemas", () => {
    expect(WORKFLOWS).toHaveLength(3);
    for (const path of WORKFLOWS) expect(validateWorkflow(read(path)).errors, path).toEqual([]);
    expect(validateAction(read("action.yml")).errors).toEqual([]);
    const broken = read(WORKFLOWS[0]).replace("runs-on:", "runs-in:");
    expect(validateWorkflow(broken).errors).not.toEqual([]);
  });

  it("run only scripts that exist, with no more rights than they need", () => {
    for (const path of [...WORKFLOWS, "action.yml", "Dockerfile"]) {
      const text = read(path);
      for (const [, name] of text.matchAll(/npm run ([\w:]+)/g)) {
        expect(scripts, `${path}: npm run ${name}`).toHaveProperty([name]);
      }
      for (const [, script] of text.matchAll(
        /node (?:"\$GITHUB_ACTION_PATH\/)?(release\/[\w-]+\.mjs)/g,
      )) {
        expect(existsSync(join(root, script)), `${path}: ${script}`).toBe(true);
      }
      if (path.endsWith("test.yml")) expect(text).toMatch(/permissions:\n {2}contents: read\n/);
    }
    expect(read(".github/workflows/release.yml")).toContain("npm publish --provenance");
    expect(files).not.toContain("release");
  });

  it("install the version of Dawn that the tests use", () => {
    const { devDependencies } = JSON.parse(read("package.json"));
    expect(read("Dockerfile")).toContain(`webgpu@${devDependencies.webgpu.replace("^", "")}`);
  });
});

describe("the web site", () => {
  it("takes maps of others from fixed commits, with hash and licence", () => {
    const maps: Record<string, string>[] = JSON.parse(read("release/example-maps.json"));
    expect(maps.length).toBeGreaterThan(0);
    for (const { name, url, sha256, licence, author } of maps) {
      expect(url, name).toMatch(
        /^https:\/\/raw\.githubusercontent\.com\/[^/]+\/[^/]+\/[0-9a-f]{40}\//,
      );
      expect(sha256, name).toMatch(/^[0-9a-f]{64}$/);
      expect(licence, name).toMatch(/^(MIT|CC0-1\.0|CC-BY(-SA)?-4\.0|Unlicense)$/);
      expect(author, name).toBeTruthy();
    }
  });

  it("lists every document in its sidebar", async () => {
    const path = pathToFileURL(join(root, "docs/site/sidebar.mjs")).href;
    const { SIDEBAR } = (await import(path)) as { SIDEBAR: [string, string[]][] };
    const listed = SIDEBAR.flatMap(([, pages]) => pages).filter((page) => page !== "api/");
    const docs = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
    const beside = ["CHANGELOG", "CONTRIBUTING", "SECURITY"];
    expect(listed.sort()).toEqual([...docs.map((name) => name.slice(0, -3)), ...beside].sort());
  });
});
