/** The server over real sockets: what it finds, sends and refuses. */

import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FolderServer, serveFolder } from "../../../src/cli/serve/serve-folder.ts";
import { openCommand } from "../../../src/cli/serve/serve-open-browser.ts";
import { openHttpBytes } from "../../../src/content/http/http-bytes.ts";
import { urlSource } from "../../../src/content/http/url-source.ts";
import { writeGma } from "../../../src/formats/gma/index.ts";
import { writeSplitVpk } from "../../../src/formats/vpk/index.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { rawRequest, writeTree } from "../serve-helpers.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-serve-"));
afterAll(() => rmSync(base, { recursive: true }));

const text = (content: string) => new TextEncoder().encode(content);
/** Longer than a slice, without repetition. */
const big = new Uint8Array(2_500_000).map((_, i) => (i * 2654435761) >>> 13);

const pageFolder = writeTree(join(base, "page"), {
  "index.html": "<!doctype html>",
  "assets/main-AbC.js": "export {};",
  "assets/visleaf_demo-AbC.bsp": "demo",
});
const outside = writeTree(join(base, "outside"), {
  "secret.bsp": "secret",
  "a/secret.vmt": "secret",
});
writeTree(base, { "folder-secret.txt": "secret" });

const folder = writeTree(join(base, "folder"), {
  "Maps/First.bsp": big,
  "Maps/<b>&\"'.bsp": "odd",
  "deep/er/Second.BSP": "second",
  "packed.bsp.bz2": "BZh",
  "third.visleaf.zip": "PK",
  "loose/Materials/Wall.VMT": "loose",
  "loose/Materials/evil.html": "<script>",
  "loose/cfg/server.cfg": "rcon_password",
  "readme.txt": "text",
  ".hidden/hidden.bsp": "hidden",
  "addon.gma": writeGma(new Map([["materials/gma.vmt", text("from gma")]])),
  "files.zip": writeZip(new Map([["pack/materials/zip.vmt", text("from zip")]])),
});
symlinkSync(join(outside, "secret.bsp"), join(folder, "leak.bsp"));
symlinkSync(outside, join(folder, "Maps/out"));
symlinkSync(join(outside, "a"), join(folder, "loose/Materials/out"));
symlinkSync("First.bsp", join(folder, "Maps/linked.bsp"));
symlinkSync("nowhere", join(folder, "dangling.bsp"));
symlinkSync(".", join(folder, "circle"));

const broken: string[] = [];
const options = { port: 0, pageFolder, onBroken: (message: string) => void broken.push(message) };
let server: FolderServer;
const get = (target: string, rest?: Parameters<typeof rawRequest>[2]) =>
  rawRequest(server.port, target, rest);

beforeAll(async () => {
  server = await serveFolder(folder, options);
});
afterAll(() => server.close());

describe("visleaf serve", () => {
  it("lists the maps of a folder, as data and as text", async () => {
    const { headers, body } = await get("/maps.json");
    expect(headers["content-type"]).toBe("application/json");
    const maps = JSON.parse(body.toString());
    const names = maps.map((map: { name: string }) => map.name);
    expect(names).toContain("first");
    expect(names).toEqual(expect.arrayContaining(["deep/er/second", "packed", "third.visleaf"]));
    expect(names.join()).not.toMatch(/leak|secret|hidden|dangling|circle/);
    expect(maps.find((map: { name: string }) => map.name === "first")).toEqual({
      ...{ name: "first", title: "first", game: "folder", size: big.length },
      ...{ url: "/maps/first.bsp", content: ["/content/"] },
      page: "/?map=/maps/first.bsp&content=/content/",
    });
    const list = await get("/maps/");
    expect(list.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(list.body.toString()).toContain("&lt;b&gt;&amp;&quot;&#39;</strong></a>");
    expect(list.body.toString()).not.toContain("<b>");
    expect(server.startUrl).toBe(`${server.origin}/maps/`);
    expect(server.found).toMatch(/^folder: \d maps, content in 3 places$/);
  });

  it("sends every map in its list, whole and by ranges", async () => {
    for (const { url, size } of JSON.parse((await get("/maps.json")).body.toString())) {
      expect((await get(url)).body.length).toBe(size);
    }
    const whole = await get("/maps/first.bsp");
    expect(whole.status).toBe(200);
    expect(whole.body.equals(big)).toBe(true);
    const range = { headers: { range: "bytes=1048570-2097160" } };
    const { status, headers, body } = await get("/maps/first.bsp", range);
    expect(status).toBe(206);
    expect(headers["content-range"]).toBe(`bytes 1048570-2097160/${big.length}`);
    expect(body.equals(big.subarray(1048570, 2097161))).toBe(true);
    const past = await get("/maps/first.bsp", { headers: { range: `bytes=${big.length}-` } });
    expect(past.status).toBe(416);
    expect(past.headers["content-range"]).toBe(`bytes */${big.length}`);
    const several = await get("/maps/first.bsp", { headers: { range: "bytes=0-1,3-4" } });
    expect([several.status, several.body.length]).toEqual([200, big.length]);
  });

  it("can be read by the page's readers", async () => {
    const bytes = await openHttpBytes(`${server.origin}/maps/first.bsp`);
    expect(await bytes.read(2_000_000, 1000)).toEqual(big.slice(2_000_000, 2_001_000));
    const content = urlSource(`${server.origin}/content/`);
    for (const [path, found] of [
      ["materials/wall.vmt", "loose"],
      ["materials/gma.vmt", "from gma"],
      ["materials/zip.vmt", "from zip"],
    ]) {
      expect(new TextDecoder().decode((await content.read(path))!)).toBe(found);
    }
    expect(await content.read("materials/none.vmt")).toBeNull();
  });

  it("answers HEAD with the headers of GET and no body", async () => {
    for (const target of ["/", "/maps/first.bsp", "/maps.json", "/nothing"]) {
      const whole = await get(target);
      const head = await get(target, { method: "HEAD" });
      expect(head.body.length).toBe(0);
      expect({ ...head.headers, date: "" }).toEqual({ ...whole.headers, date: "" });
      expect(head.status).toBe(whole.status);
    }
  });

  it("answers 304 until a file changes", async () => {
    const path = join(folder, "changing.bsp");
    writeFileSync(path, "one");
    const other = await serveFolder(folder, options);
    try {
      const ask = (etag: string) =>
        rawRequest(other.port, "/maps/changing.bsp", { headers: { "if-none-match": etag } });
      const { headers } = await ask('""');
      expect(headers["last-modified"]).toMatch(/GMT$/);
      expect((await ask(headers.etag)).status).toBe(304);
      writeFileSync(path, "another");
      const changed = await ask(headers.etag);
      expect([changed.status, changed.body.toString()]).toEqual([200, "another"]);
    } finally {
      await other.close();
      rmSync(path);
    }
  });

  it("redirects to the list of maps if the page has no demo, as in the package", async () => {
    const bare = writeTree(join(base, "bare-page"), { "index.html": "<!doctype html>" });
    const other = await serveFolder(folder, { ...options, pageFolder: bare });
    try {
      const { status, headers } = await rawRequest(other.port, "/");
      expect([status, headers.location]).toEqual([302, "/maps/"]);
      expect((await rawRequest(other.port, "/?map=/maps/first.bsp")).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it("isolates the benchmark's page and no other", async () => {
    for (const path of ["/?bench", "/index.html?size=9x9&bench=maps/first.bsp"]) {
      const { headers } = await get(path);
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
      expect(headers["cross-origin-embedder-policy"]).toBe("require-corp");
    }
    for (const path of ["/", "/?map=maps/first.bsp&benches", "/maps/first.bsp?bench"]) {
      const { headers } = await get(path);
      expect(headers["cross-origin-opener-policy"]).toBeUndefined();
      expect(headers["cross-origin-embedder-policy"]).toBeUndefined();
    }
  });

  it("never serves a game's file as a page", async () => {
    const { headers } = await get("/");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect((await get("/assets/main-AbC.js?v=1")).headers["content-type"]).toContain("javascript");
    const evil = await get("/content/materials/evil.html");
    expect(evil.headers["content-type"]).toBe("application/octet-stream");
    expect(evil.headers["x-content-type-options"]).toBe("nosniff");
  });
});

describe("visleaf serve refuses", () => {
  const UP = ["..", "%2e%2e", "%2E.", ".%2e", "..%5c..", "..%2f..", "....//..", "%252e%252e"];
  const targets = [
    ...UP.flatMap((up) => [
      `/${up}/folder-secret.txt`,
      `/content/${up}/folder-secret.txt`,
      `/content/materials/${up}/${up}/${up}/outside/a/secret.vmt`,
      `/maps/${up}/outside/secret.bsp`,
    ]),
    ...["/content//etc/passwd", "//etc/passwd", "/maps//etc/passwd", "/content/C:/windows/win.ini"],
    ...["/content/materials/wall.vmt%00.vtf", "/content/materials/wall.vmt::$DATA", "/%", "/%ff"],
    ...["/maps/leak.bsp", "/maps/out/secret.bsp", "/content/materials/out/secret.vmt"],
    ...["/content/cfg/server.cfg", "/content/readme.txt", "/readme.txt", "/content/maps/../maps"],
    ...[
      "/maps/first.bsp/",
      "/maps/first.bsp.",
      "/content/materials",
      "/content/",
      "/2/maps/first.bsp",
    ],
    ...["/maps", "/content/materials/wall.vmt%20", "/maps/__proto__", "/0/maps/first.bsp"],
  ];

  it.each(targets)("%s", async (target) => {
    const { status, body } = await get(target);
    expect([400, 404]).toContain(status);
    expect(body.toString()).not.toContain("secret");
  });

  it.each(["http://127.0.0.1/maps/first.bsp", "maps/first.bsp", "*"])(
    "the target %s",
    async (target) => {
      expect((await get(target)).status).toBe(400);
    },
  );

  it("every foreign host name", async () => {
    const { port } = server;
    for (const host of [
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      `LOCALHOST:${port}`,
    ]) {
      expect((await get("/", { host })).status).toBe(200);
    }
    const others = ["evil.example", `evil.example:${port}`, "localhost", `localhost:${port + 1}`];
    for (const host of [
      ...others,
      `localhost.evil.example:${port}`,
      `127.0.0.1:${port}@evil`,
      "",
    ]) {
      for (const target of ["/", "/maps.json", "/maps/first.bsp"]) {
        expect([403, 400]).toContain((await get(target, { host })).status);
      }
    }
  });

  it("every method other than GET and HEAD", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
      const { status, headers } = await get("/maps/first.bsp", { method });
      expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
    }
  });

  it("a folder that was replaced by a link to the outside", async () => {
    const moving = writeTree(join(base, "moving"), { "sub/secret.bsp": "mine" });
    const other = await serveFolder(moving, options);
    try {
      expect((await rawRequest(other.port, "/maps/sub/secret.bsp")).body.toString()).toBe("mine");
      renameSync(join(moving, "sub"), join(moving, "was"));
      symlinkSync(outside, join(moving, "sub"));
      const { status, body } = await rawRequest(other.port, "/maps/sub/secret.bsp");
      expect([status, body.toString()]).toEqual([500, "This file cannot be read."]);
      expect(broken.at(-1)).toContain("maps/sub/secret.bsp");
    } finally {
      await other.close();
    }
  });
});

describe("visleaf serve with games", () => {
  const { directory, parts } = writeSplitVpk(
    new Map([
      ["materials/packed.vmt", text("from vpk")],
      ["maps/packed.bsp", big],
    ]),
    1_000_000,
    { preloadByteLength: 100 },
  );
  const gameinfo = (title: string, paths: string) =>
    `GameInfo { game "${title}" FileSystem { SearchPaths { ${paths} } } }`;
  const games = writeTree(join(base, "games"), {
    "one/gameinfo.txt": gameinfo(
      "One",
      "game one/pak.vpk game |gameinfo_path|. game ../../outside",
    ),
    "one/pak_dir.vpk": directory,
    "one/Maps/Loose.bsp": "loose",
    "two/gameinfo.txt": gameinfo("Two", "game |gameinfo_path|."),
    "two/maps/loose.bsp": "two's",
    "two/materials/two.vmt": "of two",
  });
  for (const [i, part] of parts.entries()) {
    writeFileSync(join(games, `one/pak_00${i}.vpk`), part);
  }

  it("lists each game's maps under their own addresses, including packed ones", async () => {
    const other = await serveFolder(games, options);
    try {
      const at = (target: string, headers = {}) => rawRequest(other.port, target, { headers });
      const maps = JSON.parse((await at("/maps.json")).body.toString());
      expect(maps.map((map: { url: string; game: string }) => [map.game, map.url])).toEqual([
        ["One", "/maps/loose.bsp"],
        ["One", "/maps/packed.bsp"],
        ["Two", "/2/maps/loose.bsp"],
      ]);
      expect((await at("/maps/packed.bsp")).body.equals(big)).toBe(true);
      // Ranges inside the archive's preload bytes, and across their end.
      for (const [start, end] of [
        [50, 150],
        [10, 20],
        [100, 200],
        [2_499_990, 2_500_000],
      ]) {
        const { body } = await at("/maps/packed.bsp", { range: `bytes=${start}-${end - 1}` });
        expect(body.equals(big.subarray(start, end))).toBe(true);
      }
      expect((await at("/content/Materials/PACKED.vmt")).body.toString()).toBe("from vpk");
      expect((await at("/2/maps/loose.bsp")).body.toString()).toBe("two's");
      expect((await at("/2/content/materials/two.vmt")).body.toString()).toBe("of two");
      expect((await at("/content/materials/two.vmt")).status).toBe(404);
      expect(other.problems.join()).toContain("../../outside is not in the picked folder");
      expect(other.found).toBe("One: 2 maps, content in 2 places; Two: 1 map, content in 1 place");
    } finally {
      await other.close();
    }
  });

  it("reports an archive part that is missing or too short", async () => {
    const cut = join(games, "one/pak_000.vpk");
    const other = await serveFolder(games, options);
    try {
      truncateSync(cut, 1000);
      expect((await rawRequest(other.port, "/maps/packed.bsp")).status).toBe(500);
      expect(broken.at(-1)).toMatch(/^maps\/packed\.bsp: VPK .*bad-offset/);
    } finally {
      await other.close();
      writeFileSync(cut, parts[0]);
    }
  });
});

describe("the start of visleaf serve", () => {
  it("listens on the next free port", async () => {
    const other = await serveFolder(folder, { ...options, port: server.port });
    await other.close();
    expect(other.port).toBeGreaterThan(server.port);
  });

  it("starts on the only map of a folder", async () => {
    const one = writeTree(join(base, "one-map"), { "a b.bsp": "map" });
    mkdirSync(join(one, "empty"));
    const other = await serveFolder(one, options);
    await other.close();
    expect(other.startUrl).toBe(`${other.origin}/?map=/maps/a%2520b.bsp&content=/content/`);
    expect(new URL(other.startUrl).searchParams.get("map")).toBe("/maps/a%20b.bsp");
  });

  it("rejects a path that is not a folder", async () => {
    for (const path of [join(folder, "readme.txt"), join(folder, "nowhere")]) {
      await expect(serveFolder(path, options)).rejects.toThrow(`${path} is no folder`);
    }
  });

  it("opens the browser without a shell", () => {
    expect(openCommand("linux")).toEqual(["xdg-open"]);
    expect(openCommand("darwin")).toEqual(["open"]);
    expect(openCommand("win32")[0]).toBe("rundll32");
  });
});
