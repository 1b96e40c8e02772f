/** `visleaf site`: a gallery of good, broken and hostile maps, and a second run. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite, type SiteOptions } from "../../../src/cli/site/build-site.ts";
import { formatGallery, type GalleryMap } from "../../../src/cli/site/gallery-page.ts";
import { embedSnippets, formatMapPage } from "../../../src/cli/site/map-page.ts";
import type { SiteMap } from "../../../src/cli/site/site-map.ts";
import { LUMP } from "../../../src/formats/bsp/lumps.ts";
import { replaceLumps } from "../../../src/formats/bsp/write/replace-lumps.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { runVisleaf } from "../run-visleaf.ts";
import { writeTree } from "../serve-helpers.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-site-"));
afterAll(() => rmSync(base, { recursive: true }));
const gpu = await openTestGpu();
afterAll(() => gpu?.close());

const ENTITIES = '{\n"classname" "worldspawn"\n"message" "The <Room>"\n"author" "Jo"\n}\n\0';
const withEntities = replaceLumps(
  makeBsp(),
  new Map([[LUMP.LUMP_ENTITIES, { bytes: new TextEncoder().encode(ENTITIES) }]]),
);
const out = join(base, "out");
const files = ["bad", "old/c", "room"].map((name) => ({
  path: join(base, "maps", `${name}.bsp`),
  name,
}));

let pageFolder = "";
beforeAll(() => {
  pageFolder = writeTree(join(base, "page"), {
    "index.html": "<!doctype html>",
    "assets/visleaf_demo-AbC.bsp": "the demo",
    "assets/main-AbC.js": "",
    "assets/main-AbC.js.map": "{}",
    "src/bench/page/index.html": "",
  });
  mkdirSync(join(base, "maps", "old"), { recursive: true });
  mkdirSync(join(base, "empty"));
  writeFileSync(files[0].path, "this is no map, however long it is");
  writeFileSync(files[1].path, makeBsp({ version: 21 }));
  writeFileSync(files[2].path, withEntities, { mode: 0o444 });
});

async function build(options: Partial<SiteOptions> = {}, of = files) {
  const made: string[] = [];
  const maps = await buildSite(of, {
    ...{ out, title: "Maps & more", content: [], size: "32x18", mapsUrl: null, jobs: 2 },
    ...{ force: false, pageFolder, signal: new AbortController().signal },
    onMap: (map, isKept) => void (isKept || made.push(map.name)),
    ...options,
  });
  return { maps, made: made.sort() };
}

describe.skipIf(gpu === null)("buildSite", () => {
  it("writes a card and a page for each map, also for one that cannot be read", async () => {
    const { maps, made } = await build();
    expect(made).toEqual(["bad", "old/c", "room"]);
    const [bad, , room] = maps;
    expect(bad).toMatchObject({ facts: null, picture: null, isFinal: true });
    expect(bad.faults).toEqual([expect.stringMatching(/^BSP bad\.bsp: header .*\[bad-magic\]$/)]);
    expect(room).toMatchObject({ title: "The <Room>", author: "Jo", faults: [] });
    expect(room.check?.counts).toHaveProperty("error");
    expect(readdirSync(join(out, "maps/room")).sort()).toEqual([
      ...[
        "index.html",
        "map.json",
        "overview.txt",
        "overview_radar.png",
        "picture.png",
        "room.bsp",
      ],
    ]);
    const gallery = readFileSync(join(out, "index.html"), "utf8");
    expect(gallery.match(/<li>/g)).toHaveLength(3);
    expect(gallery).toContain("<h1>Maps &amp; more</h1>");
    expect(gallery).toContain("The &lt;Room&gt;");
    expect(gallery).toContain('src="maps/old/c/picture.png"');
    const page = readFileSync(join(out, "maps/old/c/index.html"), "utf8");
    expect(page).toContain('href="../../../view/?map=../maps/old/c/c.bsp"');
    for (const [, address] of page.matchAll(/(?:src|href)="([^"?]+)(?:\?[^"]*)?"/g)) {
      expect(existsSync(join(out, "maps/old/c", address)), address).toBe(true);
    }
    expect(readdirSync(join(out, "view"), { recursive: true }).sort()).toEqual([
      ...["assets", "assets/main-AbC.js", "index.html"],
    ]);
  });

  it("makes only changed maps when it is repeated", async () => {
    const picture = join(out, "maps/room/picture.png");
    const before = statSync(picture).mtimeMs;
    expect((await build()).made).toEqual([]);
    writeFileSync(files[1].path, makeBsp({ version: 20, lzma: ["LUMP_FACES"] }));
    expect((await build()).made).toEqual(["old/c"]);
    expect(statSync(picture).mtimeMs).toBe(before);
    // Also replaces its copy of the read-only map.
    expect((await build({ force: true }, files.slice(2))).made).toEqual(["room"]);
    expect(statSync(picture).mtimeMs).toBeGreaterThan(before);
  });

  it("links maps on the web instead of copying them", async () => {
    const elsewhere = join(base, "elsewhere");
    await build({ out: elsewhere, mapsUrl: "https://maps.example/all" }, [files[1]]);
    expect(existsSync(join(elsewhere, "maps/old/c/c.bsp"))).toBe(false);
    const page = readFileSync(join(elsewhere, "maps/old/c/index.html"), "utf8");
    expect(page).toContain("view/?map=https%3A//maps.example/all/old/c.bsp");
  });
});

describe("formatGallery", () => {
  const CARD: GalleryMap = {
    ...{ name: "a", title: null, author: null, game: null, byteLength: 1, href: "a" },
    ...{ picture: null, counts: null, fault: null },
  };
  const hostile = `"><script>alert(1)</script>\u202e`;

  it("escapes every text, and allows no script but its own", () => {
    const { length } = formatGallery("", [CARD]).match(/<script>/g)!;
    const page = formatGallery(hostile, [
      { ...CARD, name: hostile, title: hostile, author: hostile, game: hostile },
      { ...CARD, href: hostile, picture: hostile, fault: hostile },
    ]);
    expect(page.match(/<script>/g)).toHaveLength(length);
    expect(page).not.toContain("\u202e");
    expect(page).toMatch(/script-src &#39;sha256-[^;]+&#39;; base-uri &#39;none&#39;/);
  });

  it("says how a check ended", () => {
    const stateOf = (error: number, warning: number) => {
      const page = formatGallery("", [{ ...CARD, counts: { error, warning, note: 3 } }]);
      return /class="state (\w+)">([^<]+)</.exec(page)?.slice(1);
    };
    expect(stateOf(0, 0)).toEqual(["sound", "no problems"]);
    expect(stateOf(0, 2)).toEqual(["warning", "2 warnings"]);
    expect(stateOf(1, 1)).toEqual(["error", "1 error, 1 warning"]);
  });
});

describe("formatMapPage", () => {
  const map: SiteMap = {
    source: { byteLength: 1, mtimeMs: 1, options: "", visleaf: "" },
    ...{ isFinal: true, name: "x", title: null, author: null, byteLength: 1 },
    facts: {
      version: 20,
      mapRevision: 1,
      entityCount: 2,
      spawnCount: 1,
      title: null,
      author: null,
    },
    ...{ picture: null, overview: null, file: "x.bsp", check: null, faults: [] },
  };

  it("escapes a hostile finding and the snippets twice", () => {
    const message = "<img src=x onerror=alert(1)>";
    const check = {
      counts: { error: 1, warning: 0, note: 0 },
      findings: [{ severity: "error", rule: "r", message } as const],
      more: 7,
    };
    const page = formatMapPage({ ...map, check }, "../../", { query: "map=a&b", map: "a" });
    expect(page).not.toContain("<img");
    expect(page).toContain("7 more: <code>visleaf check</code> lists all.");
    expect(page).toContain("&lt;iframe src=&quot;SITE/view/?map=a&amp;amp;b&quot;");
  });

  it("keeps absolute addresses in the snippets", () => {
    const { element, frame } = embedSnippets("x", {
      query: "map=1",
      map: "https://m.example/x.bsp",
    });
    expect(element).toContain('<visleaf-map src="https://m.example/x.bsp"');
    expect(frame).toContain('src="SITE/view/?map=1"');
  });
});

describe("visleaf site", () => {
  it.each([
    [["none"], "there is no file none: site wants a folder"],
    [[join(base, "empty")], `there is no map in ${join(base, "empty")}`],
    [[join(base, "maps"), "-o", join(base, "maps")], "--out is the folder of the maps itself"],
    [[join(base, "maps"), "--maps", "ftp://x"], "--maps is an http or https address"],
    [[join(base, "maps"), "--size", "1"], "--size wants WIDTHxHEIGHT"],
  ])("%o ends in 1 with one sentence", async (args, says) => {
    const { code, stdout, stderr } = await runVisleaf("site", ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(says);
  });
});
