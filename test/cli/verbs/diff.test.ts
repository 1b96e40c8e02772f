/** `visleaf diff`: its output, its page, and the arguments that it refuses. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MapDiff } from "../../../src/analysis/diff/types.ts";
import { compileVersion, makeSource } from "../../analysis/diff/made-versions.ts";
import { pointEntity } from "../../compile/make-vmf.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { drawOnOneDevice } from "../../support/kept-device.ts";
import { runVisleaf } from "../run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-diff-"));
afterAll(() => rmSync(folder, { recursive: true }));
const [a, b] = [join(folder, "court_a1.bsp"), join(folder, "court_a2.bsp")];
/** A map that is cut in its geometry. */
const half = join(folder, "court_half.bsp");
const EVIL = `</script><img src=x onerror=alert(1)>`;

const test = await openTestGpu();
afterAll(() => test?.close());
const hasGpu = test !== null;

/** Counts pixels in the colours of removed and of added things. */
function countLines(png: Buffer): [removed: number, added: number] {
  const { data } = PNG.sync.read(png);
  const counts: [number, number] = [0, 0];
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b] = data.subarray(i, i + 3);
    if (r > 220 && g < 110 && b < 100) counts[0]++;
    if (g > 200 && r < 110 && b < 130) counts[1]++;
  }
  return counts;
}

beforeAll(async () => {
  writeFileSync(a, await compileVersion(makeSource()));
  writeFileSync(half, readFileSync(a).subarray(0, 1200));
  const extra = [pointEntity("info_null", [320, 220, 40], { note: EVIL })];
  writeFileSync(b, await compileVersion(makeSource({ crate: null, extra })));
});

describe("visleaf diff", () => {
  it("lists the changes part by part", async () => {
    const { code, stdout, stderr } = await runVisleaf("diff", a, b);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^court_a1\.bsp → court_a2\.bsp: not the same\n/);
    expect(stdout).toMatch(/^Entities +1 added$/m);
    expect(stdout).toMatch(/^Brushes +1 removed$/m);
    expect(stdout).toMatch(/^Surfaces +1,024 in² added, 5,120 in² removed$/m);
    expect(stdout).toMatch(/^Static props +the same$/m);
    expect(stdout).toMatch(/^ {2}removed +world +solid +80 80 16 +dev\/dev_measurewall01a$/m);
    expect(stdout).toMatch(/^ {2}--camera -?\d+,-?\d+,-?\d+,-?\d+,\d+ {2}brush removed: solid$/m);
  });

  it("reports that there is no difference", async () => {
    const { code, stdout } = await runVisleaf("diff", a, a);
    expect(code).toBe(0);
    expect(stdout).toContain(": no difference\n");
    expect(stdout).not.toContain("Places to look at");
  });

  it("prints the same as JSON, with stable names", async () => {
    const { stdout } = await runVisleaf("diff", a, b, "--json");
    const diff: MapDiff = JSON.parse(stdout);
    expect(Object.keys(diff)).toEqual([
      ...["a", "b", "isSame", "problemsA", "problemsB", "entities", "surfaces", "displacements"],
      ...["solids", "staticProps", "details", "overlays", "cubemaps", "light", "ambient"],
      ...["visibility", "areas", "packed", "file", "places", "morePlaces"],
    ]);
    expect([diff.a, diff.b, diff.isSame]).toEqual(["court_a1.bsp", "court_a2.bsp", false]);
    expect(diff.solids.changes).toHaveLength(1);
    // A second run gives the same bytes.
    expect((await runVisleaf("diff", a, b, "--json")).stdout).toBe(stdout);
  });

  it.each([
    ["one map", ["a.bsp"], 1, "wants two maps"],
    ["three maps", ["a.bsp", "b.bsp", "c.bsp"], 1, "wants two maps"],
    [
      "a fraction of a picture",
      ["a.bsp", "b.bsp", "--pictures", "0.5"],
      1,
      "--pictures is a whole number",
    ],
    ["a missing file", [a, join(folder, "nowhere.bsp")], 1, "there is no file"],
    ["a file that is not a map", [a, import.meta.filename], 2, "bad-magic"],
    ["half of a map", [a, half], 2, "court_half.bsp: LUMP_"],
    ["a report path that is a map", [a, b, "--report", b], 1, "is an input"],
  ])("refuses %s", async (_, args, exit, says) => {
    const { code, stderr } = await runVisleaf("diff", ...args);
    expect([code, stderr]).toEqual([exit, expect.stringContaining(says)]);
  });
});

describe("the page of a diff", () => {
  drawOnOneDevice(test);

  it("has tables and places without pictures, with escaped names", async () => {
    const out = join(folder, "plain.html");
    const { code } = await runVisleaf("diff", a, b, "--report", out, "--pictures", "0");
    expect(code).toBe(0);
    const page = readFileSync(out, "utf8");
    expect(page).toContain("<h1>court_a1.bsp → court_a2.bsp</h1>");
    expect(page).toContain("<dt>Brushes</dt><dd>1 removed</dd>");
    expect(page).toContain("<li>brush removed: solid</li>");
    expect(page).toMatch(/<code>setpos -?\d+ -?\d+ -?\d+; setang -?\d+ \d+ 0<\/code>/);
    expect(page).not.toContain("<img");
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toMatch(/default-src &#39;none&#39;; img-src data:;/);
  });

  it.skipIf(!hasGpu)(
    "has pictures of each place from both versions, in which the change is visible",
    async () => {
      const out = join(folder, "drawn.html");
      const { code, stdout } = await runVisleaf("diff", a, b, "--report", out, "--pictures", "1");
      expect(code).toBe(0);
      expect(stdout).toContain(`wrote ${out}`);
      const page = readFileSync(out, "utf8");
      const images = [...page.matchAll(/<img src="data:image\/png;base64,([^"]+)"/g)];
      expect(images).toHaveLength(2);
      expect(images[0][1]).not.toBe(images[1][1]);
      // The crate's edges are drawn over the version that has it.
      const [red, green] = images.map(([, base64]) => countLines(Buffer.from(base64, "base64")));
      expect(red[0]).toBeGreaterThan(40);
      expect(red[1]).toBe(0);
      expect(green[0]).toBe(0);
      const share = /<h3>1\. \d+ changes, (\d+\.\d) % of the pixels<\/h3>/.exec(page);
      expect(Number(share?.[1])).toBeGreaterThan(2);
      expect(page).toContain(`<input type="range" class="wipe"`);
    },
    120_000,
  );
});
