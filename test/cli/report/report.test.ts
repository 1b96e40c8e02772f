/** `visleaf inspect MAP --report`: the page's contents, and that names in it are escaped. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { formatBytes, formatCount } from "../../../src/content/report/format-bytes.ts";
import { LUMP } from "../../../src/formats/bsp/lumps.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { assembleBsp, makeBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { corpusPath, hasCorpus, listCorpusMaps } from "../../support/corpus.ts";
import { runVisleaf } from "../run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-report-"));
afterAll(() => rmSync(folder, { recursive: true }));

const EVIL = `</title></script><img src=x onerror="alert(1)">'&amp;\u202egnp`;

function writeMap(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Makes a map whose texture, packed files and game lump have names made of markup. */
function makeEvilMap(): Uint8Array {
  const lumps = makeBspLumps();
  const files = ["materials/", "", "maps/a/"].map(
    (below) => `${below}${EVIL.replaceAll("/", "|")}.vtf`,
  );
  const zip = writeZip(new Map(files.map((name, i) => [name, new Uint8Array(9000 + i)])));
  lumps.set("LUMP_PAKFILE", { version: 0, bytes: zip });
  const strings = new TextEncoder().encode(`${EVIL}\0`.repeat(20));
  lumps.set("LUMP_TEXDATA_STRING_DATA", { version: 0, bytes: strings });
  const bytes = assembleBsp(lumps);
  const view = new DataView(bytes.buffer);
  const gameLump = view.getInt32(8 + LUMP.LUMP_GAME_LUMP * 16, true);
  // `<b>"`, most significant byte first.
  view.setInt32(gameLump + 4 + 16, 0x3c623e22, true);
  return bytes;
}

async function report(path: string, out = join(folder, "report.html")): Promise<string> {
  const { code, stdout, stderr } = await runVisleaf("inspect", path, "--report", out);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `wrote ${out}`, stderr: "" });
  return readFileSync(out, "utf8");
}

const OWN_TAGS =
  /<(?:!doctype html|\/?(?:html|head|meta|title|style|body|h1|h2|p|dl|dt|dd|div|svg|g|rect|text|ul|li|i|table|thead|tbody|tr|th|td|button|meter|script)(?: [a-z][a-zA-Z-]*="[^"<>]*")*\/?)>/g;

/** Returns the page without its style and script, which contain no names. */
const markupOf = (page: string) =>
  page.replace(/<style>[\s\S]*?<\/style>/, "").replace(/<script>[\s\S]*?<\/script>/, "");

describe("a report", () => {
  it("lists the map's lumps", async () => {
    const options = { version: 21, lzma: ["LUMP_FACES"] } as const;
    const lumps = makeBspLumps(options);
    lumps.set("LUMP_BRUSHES", { version: 0, bytes: new Uint8Array(36) });
    const page = await report(writeMap("room.bsp", assembleBsp(lumps, options)));
    expect(page).toMatch(/<h1>room\.bsp<\/h1>/);
    expect(page).toContain("<dt>Version</dt><dd>21</dd>");
    expect(page).toContain("<dt>Map revision</dt><dd>7</dd>");
    expect(page).toContain("<dt>Packed lumps</dt><dd>1</dd>");
    const rowOf = (name: string) =>
      page.match(new RegExp(`<tr><td[^>]*>\\d+</td><td[^>]*>${name}</td>.*</tr>`))?.[0] ?? "";
    const cells = [...rowOf("PLANES").matchAll(/data-v="([^"]*)"/g)].map(([, value]) => value);
    expect(cells.slice(0, 3)).toEqual(["1", "PLANES", "280"]);
    expect(cells.slice(4, 9)).toEqual(["280", "-1", "0", "14", "20"]);
    // Brushes are never drawn, but counted.
    expect(page).toMatch(/BRUSHES<\/td><td[^>]*>3<\/td><td[^>]*>8,192<\/td>/);
    expect(page).toMatch(/<title>PLANES: 280 B<\/title>/);
    expect(page).toMatch(/<title>GAME_LUMP \/ sprp: 266 B<\/title>/);
  });

  it("escapes names from the file", async () => {
    const name = "<b onclick='x'>&.bsp";
    const page = await report(writeMap(name, makeEvilMap()));
    const markup = markupOf(page);
    expect(markup.replace(OWN_TAGS, "")).not.toMatch(/[<>]/);
    expect(markup).toContain("&lt;b onclick=&#39;x&#39;&gt;&amp;.bsp");
    expect(markup).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;amp;");
    expect(markup).toContain("&lt;b&gt;&quot;");
    expect(page).not.toContain("\u202e");
    expect(page.match(/<script/g)).toHaveLength(1);
    // The page fetches nothing, and its policy allows only its own script.
    expect(markup).not.toMatch(/\b(?:src|href|on\w+)="/);
    expect(markup).toMatch(
      /content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; script-src &#39;sha256-/,
    );
  });

  it("reports damage, and continues", async () => {
    const bytes = makeBsp();
    new DataView(bytes.buffer).setInt32(8 + LUMP.LUMP_OVERLAYS * 16 + 4, 2 ** 30, true);
    const page = await report(writeMap("cut.bsp", bytes));
    expect(page).toMatch(/<p class="fault">BSP LUMP_OVERLAYS at byte /);
    // Also in lumps that are not drawn: 36 bytes are three brushes.
    const lumps = makeBspLumps();
    lumps.set("LUMP_BRUSHES", { version: 0, bytes: new Uint8Array(37) });
    // A lighting lump with extra bytes for each face after its luxels is sound, and not an array of
    // records.
    const light = lumps.get("LUMP_LIGHTING")!.bytes;
    const longer = new Uint8Array(light.length + 2);
    longer.set(light);
    lumps.set("LUMP_LIGHTING", { version: 1, bytes: longer });
    const odd = await report(writeMap("odd.bsp", assembleBsp(lumps)));
    expect(odd).toMatch(/<p class="fault">BSP LUMP_BRUSHES at byte \d+: .* 37 bytes/);
    expect(odd.match(/<p class="fault">/g)).toHaveLength(1);
  });

  it("requires a map as input, and does not overwrite it", async () => {
    const path = writeMap("own.bsp", makeBsp());
    const over = await runVisleaf("inspect", path, "--report", path);
    expect(over.code).toBe(1);
    expect(readFileSync(path).subarray(0, 4).toString()).toBe("VBSP");
    const vmt = join(folder, "a.vmt");
    writeFileSync(vmt, "LightmappedGeneric {}");
    const other = await runVisleaf("inspect", vmt, "--report", join(folder, "b.html"));
    expect(other.code).toBe(1);
    expect(other.stderr).toContain("--report is only for maps");
  });

  it("has the same facts in the JSON: shares, titles, and unused bytes", async () => {
    const bytes = makeBsp({ version: 19 });
    const path = writeMap("json.bsp", bytes);
    const { lumps, unused, overlapping } = JSON.parse(
      (await runVisleaf("inspect", path, "--json")).stdout,
    );
    expect(lumps).toHaveLength(64);
    expect(lumps[1]).toMatchObject({
      title: "LUMP_PLANES",
      records: 14,
      share: 280 / bytes.length,
    });
    expect(lumps[22]).toMatchObject({ name: "LUMP_UNUSED0", title: "LUMP_PORTALS", byteLength: 0 });
    expect(unused).toBeLessThan(100);
    expect(overlapping).toBe(0);
    const { stdout } = await runVisleaf("inspect", path);
    const share = ((280 / bytes.length) * 100).toFixed(1);
    expect(stdout).toMatch(new RegExp(`LUMP_PLANES .* 280 +${share} %`));
  });

  it("formats numbers for reading", () => {
    expect([0, 999, 1000, 123456789].map(formatCount)).toEqual([
      "0",
      "999",
      "1,000",
      "123,456,789",
    ]);
    expect([0, 999, 1000, 12_340, 999_600, 2_433_080, 5e9].map(formatBytes)).toEqual([
      ...["0 B", "999 B", "1.00 kB", "12.3 kB", "1.00 MB", "2.43 MB", "5.00 GB"],
    ]);
  });
});

describe.skipIf(!hasCorpus)("reports of real maps", () => {
  it("are written for each readable map, with only their own tags", async () => {
    for (const map of listCorpusMaps()) {
      const out = join(folder, "real.html");
      const { code } = await runVisleaf("inspect", corpusPath(map), "--report", out);
      if (code === 2) continue;
      expect([map, code]).toEqual([map, 0]);
      const page = readFileSync(out, "utf8");
      expect(markupOf(page).replace(OWN_TAGS, "")).not.toMatch(/[<>]/);
      expect(page.length).toBeLessThan(500_000);
    }
  });
});
