/** The files that `docs/architecture.md` lists as the way from a map's bytes to its first picture. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const src = join(root, "src");
const MOST_FILES = 15;
/** Rooms of the load path. */
const ROOMS = ["viewer/load", "scene/open", "scene/world", "content/maps"];
/** Built in place of each other. */
const ALTERNATIVES = /^viewer\/load\/start-load-worker/;
const EXPORTED =
  /^export (?:abstract )?(?:async )?(?:function\*?|class|interface|type|const) ([A-Za-z]\w*)/gm;

function listFiles(): string[] {
  const names = readdirSync(src, { recursive: true, encoding: "utf8" });
  return names.map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".ts"));
}

/** Names that more than one file exports, of which at least one is in a room of the load path. */
function findClashes(files: ReadonlyMap<string, string>): string[] {
  const exporters = new Map<string, string[]>();
  for (const [file, text] of files) {
    for (const [, name] of text.matchAll(EXPORTED)) {
      exporters.set(name, [...(exporters.get(name) ?? []), file]);
    }
  }
  return [...exporters]
    .filter(([, where]) => where.length > 1)
    .filter(([, where]) => where.some((file) => ROOMS.some((room) => file.startsWith(`${room}/`))))
    .map(([name, where]) => `${name}: ${where.join(", ")}`);
}

describe("the load path", () => {
  it(`is at most ${MOST_FILES} files, which exist and are listed once`, () => {
    const text = readFileSync(join(root, "docs/architecture.md"), "utf8");
    const section = text.split("## From bytes to a picture")[1].split("\n## ")[0];
    const files = [...section.matchAll(/^\| `([^`]+\.ts)` \|/gm)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(10);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
    expect(new Set(files).size).toBe(files.length);
    expect(files.filter((file) => !existsSync(join(src, file)))).toEqual([]);
  });

  it("exports no name that another file of src exports, too", () => {
    const files = listFiles().filter((file) => !ALTERNATIVES.test(file));
    expect(files.length).toBeGreaterThan(500);
    const texts = new Map(files.map((file) => [file, readFileSync(join(src, file), "utf8")]));
    expect(findClashes(texts)).toEqual([]);
  });

  it("and a name that is exported twice is found", () => {
    const files = new Map([
      ["viewer/load/a.ts", "export interface LoadRequest {}\n"],
      ["viewer/load/b.ts", "export async function load() {}\nexport interface LoadRequest {}\n"],
      ["app/c.ts", "export class Loaded {}\nfunction load() {}\n"],
      ["app/d.ts", "export class Loaded {}\n"],
    ]);
    expect(findClashes(files)).toEqual(["LoadRequest: viewer/load/a.ts, viewer/load/b.ts"]);
  });
});
