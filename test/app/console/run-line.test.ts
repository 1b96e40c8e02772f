import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS, explainForeign } from "../../../src/app/console/command-list.ts";
import { splitLine } from "../../../src/app/console/console-panel.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { makeHost } from "./make-host.ts";

describe("a console line", () => {
  it("is split into commands like in the engine", () => {
    expect(splitLine('  setpos 1 2 3;; setang "4" 5 // there\necho "a;b //c" d"e"')).toEqual([
      ["setpos", "1", "2", "3"],
      ["setang", "4", "5"],
      ["echo", "a;b //c", "de"],
    ]);
    expect(splitLine('"never closed\nfov 80')).toEqual([["never closed"], ["fov", "80"]]);
    expect(splitLine(' ; "" ')).toEqual([[""]]);
  });

  it("flies once to the pose that all its commands make together", async () => {
    const { poses, type } = makeHost();
    await type("setpos 10 20 30;setang 4.5 -90.25 0.000000");
    await type("setpos_exact 10 20 30; setang_exact 1 2 3; fov 75");
    await type("setang 1 2");
    await type("SETPOS 7 8");
    await type("spec_goto 1 2 3 4 5");
    expect(poses).toEqual([
      { x: 10, y: 20, z: 30, pitch: 4.5, yaw: -90.25 },
      { x: 10, y: 20, z: 94, pitch: 1, yaw: 2, fov: 75 },
      { pitch: 1, yaw: 2 },
      { x: 7, y: 8, z: 100 },
      { x: 1, y: 2, z: 3, pitch: 4, yaw: 5 },
    ]);
  });

  it("moves the camera before the next command reads it", async () => {
    const { type } = makeHost(true);
    const { answers } = await type("setpos 10 20 30; setang 1 2 0; getpos");
    expect(answers).toEqual(["setpos 10.00 20.00 30.00;setang 1.00 2.00 0.00"]);
  });

  it("rejects a field of view out of range, and does not move the camera without a map", async () => {
    const { host, poses, type } = makeHost();
    expect((await type("fov 500; fov 19")).errors).toEqual([
      "Usage: fov <20 to 140 degrees>",
      "Usage: fov <20 to 140 degrees>",
    ]);
    await type("fov 0");
    expect(poses).toEqual([{ fov: 90 }]);
    Object.assign(host, { mapName: null });
    expect((await type("setpos 1 2 3")).errors).toEqual(["No map is open."]);
    expect(poses).toHaveLength(1);
  });

  it("prints poses in the form that the game reads", async () => {
    const { poses, type } = makeHost();
    const { answers } = await type("getpos; getpos_exact; spec_pos");
    expect(answers).toEqual([
      "setpos 1.00 -2.50 100.00;setang 10.00 -45.00 0.00",
      "setpos_exact 1.00 -2.50 36.00;setang_exact 10.00 -45.00 0.00",
      "spec_goto 1.0 -2.5 100.0 10.0 -45.0",
    ]);
    const there = { x: 1, y: -2.5, z: 100, pitch: 10, yaw: -45 };
    for (const answer of answers) await type(answer);
    expect(poses).toEqual([there, there, there]);
  });

  it("switches the setting of a console variable", async () => {
    const { host, type } = makeHost();
    const { settings } = host;
    await type(
      "r_skybox 0; r_drawstaticprops 0;r_drawbrushmodels 0; r_drawdisp 0; mat_wireframe 1",
    );
    expect(settings).toMatchObject({ sky: false, props: false, brushModels: false });
    expect(settings).toMatchObject({ displacements: false, wireframe: true });
    await type("r_novis 1; r_lockpvs 1; mat_disable_bloom 1");
    expect(settings).toMatchObject({ pvs: false, freezePvs: true, bloom: false });
    await type("r_novis 0; mat_disable_bloom 0; toggle r_skybox; toggle r_lockpvs");
    expect(settings).toMatchObject({ pvs: true, bloom: true, sky: true, freezePvs: false });
    await type("mat_fullbright 2");
    expect(settings).toMatchObject({ fullbright: false, textures: false });
    await type("mat_fullbright 1");
    expect(settings).toMatchObject({ fullbright: true, textures: true });
    await type("exposure 2; RenderScale .5; lightStyles 0");
    expect(settings).toMatchObject({ exposure: 2, renderScale: 0.5, lightStyles: false });
    await type("mat_specular 0; mat_bumpmap 0; mat_phong 0");
    expect(settings).toMatchObject({ specular: false, bumps: false, phong: false });
    await type("r_lod 2.9; mat_showlowresimage 1");
    expect(settings).toMatchObject({ modelLod: 2, lowResTextures: true });
    await type("r_lod 99; mat_showlowresimage 0");
    expect(settings).toMatchObject({ modelLod: 7, lowResTextures: false });
    expect((await type("r_lod -3;r_lod")).answers[0]).toMatch(/^"r_lod" = "-1"/);
    await type("mat_hdr_level 0; cl_showpos 1");
    expect([host.lightSide, host.isPositionShown]).toEqual(["ldr", true]);
  });

  it("rejects unsupported values, and lists the supported ones", async () => {
    const { host, poses, type } = makeHost();
    const { answers, errors } = await type(
      "mat_wireframe 3; r_drawbrushmodels 2; mat_leafvis 4; mat_luxels -1; cl_showpos .5; mat_fullbright 3; mat_antialias 3; fog -2",
    );
    expect(answers).toEqual([]);
    expect(errors).toEqual([
      "mat_wireframe takes 0|1 here, not 3.",
      "r_drawbrushmodels takes 0|1 here, not 2.",
      "mat_leafvis takes 0|1|2|3 here, not 4.",
      "mat_luxels takes 0|1 here, not -1.",
      "cl_showpos takes 0|1 here, not 0.5.",
      "mat_fullbright takes 0|1|2 here, not 3.",
      "mat_antialias takes 0|1|2|4|8 here, not 3.",
      "fog takes 0|1 here, not -2.",
    ]);
    expect(host.settings).toEqual(DEFAULT_RENDER_SETTINGS);
    expect([host.marks.words, host.isPositionShown]).toEqual(["", false]);
    await type("mat_software_aa_strength 0; mat_software_aa_strength 0.5; spec_goto 1 2 3 40");
    expect(host.settings.fxaa).toBe(true);
    expect(poses).toEqual([{ x: 1, y: 2, z: 3, pitch: 40 }]);
  });

  it("switches views and marks by the engine's names", async () => {
    const { host, type } = makeHost();
    await type("mat_luxels 1; r_drawclipbrushes 1; mat_leafvis 3");
    expect(host.settings.view).toBe("luxels");
    expect(host.marks.words).toBe("playerclip,npcclip,otherclip,pvs");
    await type("mat_luxels 0; mat_leafvis 1; showtriggers_toggle; r_drawlights 1");
    expect(host.settings.view).toBe("");
    expect(host.marks.words).toBe("playerclip,npcclip,otherclip,leaf,trigger,lights");
    expect((await type("mat_leafvis")).answers[0]).toMatch(/^"mat_leafvis" = "1"/);
    await type("r_drawclipbrushes 0; showtriggers_toggle; mat_leafvis 0; view normals");
    expect(host.marks.words).toBe("lights");
    expect(host.settings.view).toBe("normals");
    expect((await type("view nothing")).errors[0]).toMatch(/^There is no view nothing: /);
    expect((await type("marks nothing")).errors).toEqual(["Usage: marks [name,name …]"]);
    await type("marks clips trigger; view");
    expect([host.marks.words, host.settings.view]).toEqual(["clips,trigger", ""]);
  });

  it("prints a variable's value and help if no value follows", async () => {
    const { type } = makeHost();
    const { answers } = await type("r_novis;fov;mat_fullbright");
    expect(answers[0]).toMatch(/^"r_novis" = "0"\n.*\nTakes 0\|1\.\nIn visleaf: pvs, off\.$/);
    expect(answers[1]).toMatch(/^"fov" = "90"/);
    expect(answers[2]).toMatch(/^"mat_fullbright" = "0"/);
  });

  it("opens maps, lists them, and finds commands", async () => {
    const { done, type } = makeHost();
    expect((await type("map de_dust2")).errors).toEqual([]);
    expect(done).toEqual(["open de_dust2"]);
    expect((await type("map cs_nowhere")).errors[0]).toMatch(/^No map is named cs_nowhere/);
    expect((await type("maps dust")).answers).toEqual(["de_dust2\nworkshop/1/de_dust2"]);
    expect((await type("maps *")).answers[0].split("\n")).toHaveLength(3);
    expect((await type("screenshot")).answers).toEqual(["Saved my_map.png"]);
    expect((await type("find skybox")).answers[0]).toMatch(/^r_skybox 0\|1: /);
    expect((await type("help setpos")).answers[0]).toMatch(/^setpos <x> <y> \[z\]\n/);
    expect((await type("help")).answers[0].split("\n")).toHaveLength(COMMANDS.length);
  });

  it("suggests similar names for unknown commands", async () => {
    const { type } = makeHost();
    const errors = async (line: string) => (await type(line)).errors;
    expect(await errors("mat_fulbright 1")).toEqual([
      'Unknown command "mat_fulbright". Did you mean mat_fullbright?',
    ]);
    expect(await errors("drawdisp 1")).toEqual([
      'Unknown command "drawdisp". Did you mean r_drawdisp?',
    ]);
    expect(await errors("alert(1)")).toEqual([
      'Unknown command "alert(1)". "find" searches for one.',
    ]);
    expect(await errors("constructor 1; __proto__ 1; toString")).toHaveLength(3);
    expect(await errors("r_skybox on")).toEqual(['"on" is not a number.']);
    expect(await errors("setpos 1")).toEqual(["Usage: setpos <x> <y> [z]"]);
    expect(await errors("setpos 1 2 1e9")).toEqual(["That position is outside of any map."]);
    expect(await errors("mat_luxels 0x1")).toHaveLength(1);
  });

  it("sends inputs to entities of the map, and runs it", async () => {
    const { type, done } = makeHost();
    expect(await type("ent_fire Door_1 Open; ent_fire func_door; ent_fire !player x 1 2")).toEqual({
      ...{ answers: [], errors: [] },
    });
    expect(done).toEqual([
      ...["play", "fire Door_1 Open ", "fire func_door Use ", "fire !player x 1 2"],
    ]);
    expect((await type("ent_fire lift Open; ent_fire")).errors).toEqual([
      'No entity has the name or class "lift".',
      "Usage: ent_fire <name or class> [input] [value]",
    ]);
    await type("host_timescale 0.5");
    expect((await type("host_timescale")).answers[0]).toContain('"0.5"');
    expect((await type("host_timescale 0")).errors).toHaveLength(1);
  });

  it("explains which commands only a game has", async () => {
    const { type } = makeHost();
    const errors = async (line: string) => (await type(line)).errors;
    const typed = await errors(
      '+forward; BIND "k" "noclip;kill"; exec x.cfg // y; alias\nent_create a',
    );
    expect(typed.map((line) => line.split(" ")[0])).toEqual([
      ...["+forward:", "BIND:", "exec:", "ent_create:"],
    ]);
    expect(await errors("snd_x; snd_")).toHaveLength(2);
    expect((await errors("bindx"))[0]).toMatch(/^Unknown command/);
    expect(await errors("sv_cheats 1; mat_wireframe 1; echo a;b")).toHaveLength(1);
    for (const { name } of COMMANDS) expect(explainForeign(name)).toBe(null);
  });

  it("finds commands that have all search words", async () => {
    const { type } = makeHost();
    const find = async (line: string) => (await type(line)).answers[0].split("\n").length;
    expect(await find("find sky")).toBeGreaterThan(0);
    expect((await type("find draw brush")).answers[0]).toMatch(/^r_drawbrushmodels .*\nr_drawclip/);
    expect((await type('find "brush  draw" clip')).answers[0]).toMatch(
      /^r_drawclipbrushes [^\n]*$/,
    );
    expect((await type("find brush nothing")).answers).toEqual([
      'No command contains "brush nothing".',
    ]);
    expect((await type("find")).errors).toEqual(["Usage: find <word …>"]);
  });

  it("reports an error for setpos without a map", async () => {
    const { host, poses, type } = makeHost();
    Object.assign(host, { mapName: null });
    expect((await type("setpos 1 2 3")).errors).toEqual(["No map is open."]);
    expect(poses).toEqual([]);
  });

  it("returns only text for any input", async () => {
    const words = fc.constantFrom(
      ...COMMANDS.map(({ name }) => name),
      ...["exposure", "0", "1", "-1", "1e999", "NaN", ";", '"', "//", "\n", "__proto__", "<b>"],
    );
    const lines = fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.array(words, { maxLength: 12 }).map((parts) => parts.join(" ")),
    );
    await fc.assert(
      fc.asyncProperty(lines, async (line) => {
        const { host, poses, type } = makeHost();
        await type(line);
        for (const [name, value] of Object.entries(DEFAULT_RENDER_SETTINGS)) {
          const now = host.settings[name as keyof typeof DEFAULT_RENDER_SETTINGS];
          if (name !== "propShadows") expect(typeof now).toBe(typeof value);
          if (typeof now === "number") expect(Number.isFinite(now)).toBe(true);
        }
        for (const pose of poses) {
          expect(Object.values(pose).every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
