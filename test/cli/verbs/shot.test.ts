import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, describe, expect, it } from "vitest";
import { writeVpk } from "../../../src/formats/vpk/index.ts";
import { helpOf, keysAfter, sorted } from "../../docs/read-docs.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { makeStudioFiles } from "../../formats/studio/make-studio.ts";
import { makeVtf } from "../../formats/vtf/make-vtf.ts";
import { corpusContent, corpusPath, hasCorpus } from "../../support/corpus.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { drawOnOneDevice } from "../../support/kept-device.ts";
import { FACE_SMD, FACE_VTA } from "../../support/models/made-face.ts";
import { makeMovingModel } from "../../support/models/made-model.ts";
import { runVisleaf } from "../run-visleaf.ts";
import { writeTree } from "../serve-helpers.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-shot-"));
afterAll(() => rmSync(folder, { recursive: true }));

const room = join(folder, "room.bsp");
writeFileSync(room, makeBsp());

const test = await openTestGpu();
const hasGpu = test !== null;
afterAll(() => test?.close());

const text = (content: string) => new TextEncoder().encode(content);

function readPng(path: string): PNG {
  return PNG.sync.read(readFileSync(path));
}

/** Returns the mean of each channel, and the number of colours. */
function summarize({ data, width, height }: PNG) {
  const sums = [0, 0, 0, 0];
  const colors = new Set<number>();
  for (let i = 0; i < data.length; i += 4) {
    for (let channel = 0; channel < 4; channel++) sums[channel] += data[i + channel];
    colors.add(data.readUInt32LE(i));
  }
  return { mean: sums.map((sum) => sum / (width * height)), colors: colors.size };
}

describe("the command line of visleaf shot", () => {
  const out = join(folder, "never.png");
  const missing = join(folder, "nowhere");
  it.each([
    { wrong: "no map", args: [], says: "wants one map or model" },
    { wrong: "half a pose", args: [room, "--camera", "1,2,3"], says: "5 to 6 numbers" },
    { wrong: "no numbers", args: [room, "--camera", "1,2,3,4,x"], says: "5 to 6 numbers" },
    { wrong: "a fisheye", args: [room, "--camera", "0,0,0,0,0,300"], says: "1 to 170 degrees" },
    { wrong: "no pixels", args: [room, "--size", "0x10"], says: "--size wants WIDTHxHEIGHT" },
    { wrong: "no room", args: [room, "--texture-budget", "-1"], says: "--texture-budget is 0 or" },
    { wrong: "no such limit", args: [room, "--limit", "fog=3"], says: 'no limit "fog"' },
    { wrong: "no limit", args: [room, "--limit", "luxels="], says: "luxels is a number or none" },
    { wrong: "a map's skin", args: [room, "--skin", "1"], says: "--skin is only for models" },
    { wrong: "a map's light", args: [room, "--light", room], says: "--light is only for models" },
    { wrong: "half a skin", args: ["a.mdl", "--skin", "1.5"], says: "--skin wants a whole" },
    { wrong: "a frame before all", args: ["a.mdl", "--frame", "-1"], says: "--frame is 0 or more" },
    { wrong: "a flex of nothing", args: ["a.mdl", "--flex", "brow"], says: "--flex wants NAME" },
    { wrong: "no such lines", args: ["a.mdl", "--show", "skin"], says: "--show is one of" },
    { wrong: "no moment", args: [room, "--time", "noon"], says: "--time wants" },
    { wrong: "two sides", args: [room, "--side", "both"], says: "--side is hdr or ldr" },
    { wrong: "no such setting", args: [room, "--settings", "rain=on"], says: 'no setting "rain"' },
    { wrong: "no such view", args: [room, "--view", "xray"], says: 'no view "xray"' },
    { wrong: "a setting's no view", args: [room, "--settings", "view=on"], says: "view is" },
    { wrong: "half a place", args: [room, "--frozen-at", "1,2"], says: "--frozen-at" },
    { wrong: "no switch", args: [room, "--settings", "sky=maybe"], says: "sky is on or off" },
    {
      wrong: "no kind of shadow",
      args: [room, "--settings", "propShadows=soft"],
      says: "propShadows is on blob silhouette or off",
    },
    { wrong: "no value", args: [room, "--settings", "exposure="], says: "exposure is a number" },
    { wrong: "a missing folder", args: [room, "--content", missing], says: "is no folder" },
    { wrong: "a missing map", args: [missing], says: "there is no file" },
    {
      wrong: "an unwritable picture",
      args: [room, "--out", join(missing, "x.png")],
      says: missing,
    },
    { wrong: "a folder as picture", args: [room, "--out", folder], says: "it is a folder" },
    { wrong: "the map as picture", args: [room, "--out", room], says: "is an input" },
  ])("$wrong ends in 1", async ({ args, says: message }) => {
    const rest = args.includes("--out") ? [] : ["--out", out];
    const { code, stdout, stderr } = await runVisleaf("shot", ...args, ...rest);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr.split("\n")).toHaveLength(1);
    expect(existsSync(out)).toBe(false);
  });
});

const shoot = async (name: string, ...args: string[]) => {
  const out = join(folder, name);
  const result = await runVisleaf("shot", ...args, "--out", out, "--size", "160x90");
  return { ...result, out };
};

describe.skipIf(!hasGpu)("visleaf shot on its own device", () => {
  it("draws a made room from the player start, and prints nothing", async () => {
    const { code, stdout, out } = await shoot("room.png", room);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    const png = readPng(out);
    expect([png.width, png.height]).toEqual([160, 90]);
    const { mean, colors } = summarize(png);
    expect(mean[3]).toBe(255);
    expect(colors).toBeGreaterThan(8);
  });
});

describe.skipIf(!hasGpu)("visleaf shot", () => {
  drawOnOneDevice(test);

  it("prints the frame's statistics", async () => {
    const camera = ["--camera", "64,64,64,0,0,90"];
    const { stdout } = await shoot("stats.png", room, ...camera, "--stats");
    const stats = JSON.parse(stdout);
    expect(sorted(Object.keys(stats))).toEqual(sorted(keysAfter(helpOf("shot"), "{leaf, cluster")));
    expect(stats.cluster).toBe(0);
    expect(stats.triangles).toBeGreaterThan(0);
    expect(stats.missing.materials).toContain("materials/brick/brickwall001a.vmt");
  });

  it("lists missing content on stderr, a line per kind", async () => {
    const { code, stderr } = await shoot("bare.png", room);
    expect(code).toBe(0);
    const lines = stderr.split("\n");
    const kinds = lines.map((line) => /^visleaf: missing (\w+): \d+ \(.+\)$/.exec(line)?.[1]);
    expect(kinds).toEqual([...new Set(kinds)]);
    expect(kinds).toEqual(expect.arrayContaining(["materials", "models"]));
    expect(lines).toContain("visleaf: missing models: 1 (models/crate.mdl)");
  });

  it("draws the same from a game's VPK as from loose files", async () => {
    const files = {
      "materials/brick/brickwall001a.vmt": text('LightmappedGeneric { $basetexture "brick/x" }'),
      "materials/brick/x.vtf": makeVtf({ width: 16, height: 16 }),
    };
    const loose = writeTree(join(folder, "loose"), files);
    const game = writeTree(join(folder, "game"), {
      "gameinfo.txt": "GameInfo { FileSystem { SearchPaths { Game |gameinfo_path|pak.vpk } } }",
      "pak_dir.vpk": writeVpk(new Map(Object.entries(files))),
    });
    const camera = ["--camera", "64,64,64,0,0"];
    const bare = await shoot("none.png", room, ...camera);
    const fromLoose = await shoot("loose.png", room, ...camera, "--content", loose);
    const fromGame = await shoot("game.png", room, ...camera, "--content", game);
    const fromVpk = await shoot("vpk.png", room, ...camera, "--content", join(game, "pak_dir.vpk"));
    expect(fromGame.stderr).toBe(fromLoose.stderr);
    expect(fromGame.stderr).not.toContain("brickwall");
    const pixels = (shot: { out: string }) => readPng(shot.out).data;
    expect(pixels(fromGame).equals(pixels(fromLoose))).toBe(true);
    expect(pixels(fromVpk).equals(pixels(fromLoose))).toBe(true);
    expect(pixels(bare).equals(pixels(fromLoose))).toBe(false);
    expect(fromLoose.stderr).not.toContain("texture budget");
    const tight = ["--content", loose, "--texture-budget", "0.0001"];
    const { stderr } = await shoot("tight.png", room, ...camera, ...tight);
    expect(stderr).toMatch(/materials\/brick\/x.vtf: .* fit the texture budget/);
  });

  it("applies settings", async () => {
    const camera = ["--camera", "64,64,64,0,0"];
    const lit = readPng((await shoot("lit.png", room, ...camera)).out);
    const dark = await shoot("dark.png", room, ...camera, "--settings", "exposure=0");
    expect(summarize(readPng(dark.out)).mean.slice(0, 3)).toEqual([0, 0, 0]);
    expect(summarize(lit).mean[0]).toBeGreaterThan(0);
  });

  it("draws animated materials at a given time", async () => {
    const scroll = "TextureScroll { texturescrollvar $basetexturetransform texturescrollrate .25 }";
    const moving = writeTree(join(folder, "moving"), {
      "materials/brick/brickwall001a.vmt": text(
        `LightmappedGeneric { $basetexture brick/x Proxies { ${scroll} } }`,
      ),
      "materials/brick/x.vtf": makeVtf({
        width: 16,
        height: 16,
        texels: (_mip, _frame, _face, length) =>
          Uint8Array.from({ length }, (_, i) => (i * 4) & 255),
      }),
    });
    const place = ["--camera", "64,64,64,0,0", "--content", moving];
    const at = async (seconds: string) =>
      readPng((await shoot("moving.png", room, ...place, "--time", seconds)).out).data;
    const [start, later, around] = [await at("0"), await at("1"), await at("4")];
    expect(later.equals(start)).toBe(false);
    expect(around.equals(start)).toBe(true);
  });

  it("ends in 2 for a bad map, and writes no picture", async () => {
    const cut = join(folder, "cut.bsp");
    writeFileSync(cut, makeBsp().subarray(0, 900));
    const { code, stderr, out } = await shoot("cut.png", cut);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^visleaf: BSP /);
    expect(existsSync(out)).toBe(false);
  });
});

describe.skipIf(!hasGpu || !hasCorpus)("visleaf shot of a real map", () => {
  drawOnOneDevice(test);

  it("finds its content in the given folders", async () => {
    const name = "rc_deathmatch1/rc_deathmatch1.bsp";
    const map = corpusPath(name);
    const content = corpusContent(name).flatMap((path) => ["--content", path]);
    expect(content).not.toEqual([]);
    const shoot = async (out: string, folders: string[]) => {
      const args = [map, ...folders, "--out", out, "--size", "320x180", "--stats"];
      const { code, stdout } = await runVisleaf("shot", ...args);
      expect(code).toBe(0);
      return { ...JSON.parse(stdout), ...summarize(readPng(out)) };
    };
    const bare = await shoot(join(folder, "bare.png"), []);
    const full = await shoot(join(folder, "full.png"), content);
    // Four models of static props, seven of entities.
    expect(bare.missing.models).toHaveLength(11);
    // Each missing model is drawn as a cube.
    expect(bare.props).toBeGreaterThan(0);
    expect(full.missing.models).toEqual([]);
    expect(full.props).toBeGreaterThan(0);
    expect(full.triangles).toBeGreaterThan(bare.triangles);
    expect(full.colors).toBeGreaterThan(500);
  });
});

describe.skipIf(!hasGpu)("visleaf shot of a model", () => {
  drawOnOneDevice(test);

  const out = join(folder, "model.png");
  const made = makeStudioFiles();
  // Separate from the game that another test makes.
  const game = join(folder, "alone");
  writeTree(game, {
    "models/Test/Panel.mdl": made.mdl,
    "models/Test/panel.vvd": made.vvd,
    "models/Test/panel.dx90.vtx": made.vtx,
    "materials/models/test/panel_red.vmt": text('UnlitGeneric { $color "[1 0 0]" $nocull 1 }'),
    "materials/models/test/panel_blue.vmt": text('UnlitGeneric { $color "[0 0 1]" $nocull 1 }'),
    "materials/models/shared/trim.vmt": text('UnlitGeneric { $color "[0 1 0]" $nocull 1 }'),
  });
  const file = join(game, "models/Test/Panel.mdl");
  const shoot = (...args: string[]) =>
    runVisleaf("shot", file, "--out", out, "--size", "48x48", "--stats", ...args);

  it("finds materials beside it, and prints what was drawn", async () => {
    const { code, stdout, stderr } = await shoot();
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      model: "models/test/panel.mdl",
      ...{ bones: 3, sequence: null, frame: 0, skin: 0, bodyGroups: [0, 0], lod: null },
      missing: { materials: [], textures: [], models: [] },
    });
    const red = summarize(readPng(out)).mean;
    await shoot("--skin", "1");
    const blue = summarize(readPng(out)).mean;
    expect(red[0] - blue[0]).toBeGreaterThan(5);
    expect(blue[2] - red[2]).toBeGreaterThan(5);
  });

  it("counts the triangles of the chosen parts", async () => {
    const triangles = async (...args: string[]) =>
      JSON.parse((await shoot(...args)).stdout).triangles as number;
    // Without the floor's two triangles: a panel of 4, a square of 2 and a hat; in the second LOD
    // 2, 1 and the hat.
    const fine = await triangles("--lod", "0");
    const coarse = await triangles("--lod", "1");
    expect(fine - coarse).toBe(3);
    const { stdout } = await shoot("--body", "1");
    expect(JSON.parse(stdout).bodyGroups).toEqual([0, 1]);
  });

  it("draws debug lines over it", async () => {
    await shoot();
    const plain = readPng(out).data;
    await shoot("--show", "wireframe,Bones");
    const lines = readPng(out).data;
    let green = 0;
    for (let i = 0; i < lines.length; i += 4) {
      if (lines[i + 1] > 200 && lines[i + 2] > 60 && lines[i] < 120 && plain[i + 2] < 60) green++;
    }
    expect(green).toBeGreaterThan(10);
  });

  it("moves the face of a mesh with shapes, and of shapes alone", async () => {
    const shown = async (name: string, ...args: string[]) => {
      const camera = name.endsWith("head.vta") ? "30,0,16,0,180" : "100,0,16,0,180";
      const rest = ["--out", out, "--size", "96x96", "--camera", camera, "--stats", ...args];
      const { code, stdout, stderr } = await runVisleaf("shot", join(folder, name), ...rest);
      const { data } = code === 0 ? readPng(out) : { data: Buffer.alloc(0) };
      return { code, stderr, stats: code === 0 ? JSON.parse(stdout) : null, data };
    };
    const apart = (a: Buffer, b: Buffer) => {
      let count = 0;
      for (let i = 0; i < a.length; i += 4) if (Math.abs(a[i + 1] - b[i + 1]) > 24) count++;
      return count;
    };
    writeTree(folder, {
      "head.smd": text(FACE_SMD),
      "shapes.vta": text(FACE_VTA),
      "far/head.vta": text(FACE_VTA),
    });
    // Two triangles belong to the floor.
    const mesh = await shown("shapes.vta");
    expect(mesh.stats).toMatchObject({ triangles: 4, model: "models/shapes.mdl" });
    const lifted = await shown("head.smd", "--flex", "Brow=1");
    expect(lifted.stats).toMatchObject({ triangles: 4, model: "models/head.mdl" });
    // The square moves by its size.
    const square = 16 * 16 * (96 / 2 / Math.tan((45 * Math.PI) / 180) / 100) ** 2;
    expect(apart(mesh.data, lifted.data)).toBeGreaterThan(square * 0.5);
    const points = await shown("far/head.vta");
    expect(points.stats).toMatchObject({ triangles: 2 });
    expect(points.stats.box).toEqual([0, -8, 0, 0, 8, 16].map((value) => expect.closeTo(value, 3)));
    const moved = await shown("far/head.vta", "--flex", "brow=1", "--flex", "cheek=1");
    expect(apart(points.data, moved.data)).toBeGreaterThan(4);
    const strange = await shown("far/head.vta", "--flex", "ears=1");
    expect(strange).toMatchObject({ code: 1 });
    expect(strange.stderr).toContain('no flex controller "ears"; there are brow, cheek');
  });

  it("lights it by a map, at a given place or at the player start", async () => {
    const lightOf = async (...args: string[]) =>
      JSON.parse((await shoot(...args)).stdout).light as unknown;
    expect(await lightOf()).toBeNull();
    const start = (await lightOf("--light", room)) as { map: string; entity: string | null };
    expect(start).toMatchObject({ map: "room", entity: "info_player_start" });
    const place = await lightOf("--light", `${room},1,-2.5, 30`);
    expect(place).toMatchObject({ map: "room", at: [1, -2.5, 30], entity: null });
    const lost = await shoot("--light", join(folder, "nowhere.bsp"));
    expect(lost.code).toBe(1);
    expect(lost.stderr).toContain("nowhere.bsp");
  });

  it("finds it in the content, and reports a missing one", async () => {
    const named = "models/test/panel.mdl";
    const found = await runVisleaf("shot", named, "--out", out, "--size", "8x8", "--content", game);
    expect(found).toEqual({ code: 0, stdout: "", stderr: "" });
    const lost = await runVisleaf("shot", "models/no.mdl", "--out", out, "--content", game);
    expect(lost.code).toBe(1);
    expect(lost.stderr).toContain("There is no models/no.mdl in the content");
    const sequence = await shoot("--sequence", "walk");
    expect(sequence.code).toBe(1);
    expect(sequence.stderr).toContain('no sequence "walk"');
  });

  it("rejects skins, LODs and other choices that the model lacks", async () => {
    const told = async (...args: string[]) => {
      const { code, stderr } = await shoot(...args);
      return [code, stderr.split(" (see")[0].replace("visleaf: ", "")];
    };
    expect(await told("--skin", "99")).toEqual([1, "--skin 99: there are 0 to 1"]);
    expect(await told("--lod", "9")).toEqual([1, "--lod 9: there are 0 to 1"]);
    expect(await told("--body", "2")).toEqual([1, "--body 2: there are 0 to 1"]);
    expect(await told("--frame", "1")).toEqual([1, "--frame 1: there is only 0"]);
    const lift = { ...makeMovingModel() };
    // A separate folder, because the games that other tests left would count as content.
    const own = join(folder, "lift");
    writeTree(own, lift);
    const shown = async (frame: string) => {
      const at = ["--frame", frame, "--sequence", "rise", "--size", "96x96"];
      const path = join(own, "models/lift.mdl");
      const { code, stderr } = await runVisleaf("shot", path, "--out", out, ...at);
      return [code, stderr, code === 0 ? readPng(out).data : null] as const;
    };
    const [low, half, high] = [await shown("0"), await shown("0.5"), await shown("1")];
    expect([low[0], half[0], high[0]]).toEqual([0, 0, 0]);
    expect(half[2]!.equals(low[2]!)).toBe(false);
    expect(half[2]!.equals(high[2]!)).toBe(false);
    const late = await shown("1.5");
    expect([late[0], late[1].split("\n")[0]]).toEqual([
      1,
      expect.stringContaining("--frame 1.5: there are 0 to 1 of rise"),
    ]);
  });

  it("draws the bones of a model without its other files, and names these", async () => {
    writeTree(folder, { "lone/panel.mdl": made.mdl });
    const path = join(folder, "lone/panel.mdl");
    const args = ["--out", out, "--size", "240x180", "--stats"];
    const { code, stdout, stderr } = await runVisleaf("shot", path, ...args);
    expect(code).toBe(0);
    expect(stderr).toContain("panel.vvd");
    expect(JSON.parse(stdout)).toMatchObject({ bones: 3, triangles: 2 });
    const { data } = readPng(out);
    let yellow = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] > 180 && data[i + 1] > 90 && data[i + 2] < 90) yellow++;
    }
    expect(yellow).toBeGreaterThan(50);
  });

  it("ends in 2 for a bad model", async () => {
    const bad = join(folder, "bad.mdl");
    writeFileSync(bad, made.mdl.slice(0, 100));
    expect((await runVisleaf("shot", bad, "--out", out)).code).toBe(2);
  });
});
