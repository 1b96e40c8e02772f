import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { NEVER, type ReadEmission } from "../../../src/map/placed/emitters.ts";
import {
  PARTICLE_FACING,
  PARTICLE_ROPE,
  PARTICLE_ROW,
  PARTICLE_RUN,
  PARTICLE_SPOT,
} from "../../../src/map/placed/particles.ts";
import { showSystems } from "../../../src/particles/systems/write-systems.ts";
import { openParticleFile } from "../../../src/scene/placed/open-particle-file.ts";
import { readParticleFiles } from "../../../src/scene/placed/particle-files.ts";
import { buildSystems, listPlacedSystems } from "../../../src/scene/placed/particle-systems.ts";
import { FIRE, SMOKE } from "../../formats/pcf/made-systems.ts";
import { makePcf } from "../../formats/pcf/make-pcf.ts";

const encode = (text: string) => new TextEncoder().encode(text);

function accessOf(files: Record<string, Uint8Array | string>) {
  const reads: string[] = [];
  const diagnostics = new Diagnostics();
  const content = {
    async read(path: string) {
      const file = files[path];
      if (file === undefined) return null;
      reads.push(path);
      return typeof file === "string" ? encode(file) : file;
    },
  };
  return { reads, diagnostics, access: { content, diagnostics, ledger: new Ledger() } };
}

const manifest = (...paths: string[]) =>
  `particles_manifest { ${paths.map((path) => `"file" "${path}"`).join(" ")} }`;
const entity = (keys: Record<string, string>) =>
  Object.entries(keys)
    .map(([key, value]) => `"${key}" "${value}"`)
    .join("\n");
const OPTIONS = {
  ...{ textureCompressionBc: false, maxTextureDimension: 1024, textureBudgetBytes: 2 ** 20 },
} as const;

describe("readParticleFiles", () => {
  const other = makePcf([{ name: "other" }]);

  it("reads files of the manifest from its end, until all systems and children are found", async () => {
    const { access, reads } = accessOf({
      "particles/particles_manifest.txt": manifest(
        "particles/a.pcf",
        "!particles/b.pcf",
        "particles/c.pcf",
      ),
      "particles/a.pcf": other,
      "particles/b.pcf": makePcf([FIRE, SMOKE]),
      "particles/c.pcf": other,
    });
    const { files, missing } = await readParticleFiles(["FIRE"], "map", access);
    expect(reads.slice(1)).toEqual(["particles/c.pcf", "particles/b.pcf"]);
    expect([files.length, missing]).toEqual([1, []]);
  });

  it("prefers the map's own manifest, which may name the particles folder only", async () => {
    const { access, reads } = accessOf({
      "maps/keep_particles.txt": manifest("particles/own.pcf", "cfg/evil.pcf"),
      "particles/particles_manifest.txt": manifest("particles/game.pcf"),
      "particles/own.pcf": makePcf([{ ...FIRE, material: "own.vmt" }, SMOKE]),
      "particles/game.pcf": makePcf([FIRE, SMOKE]),
      "cfg/evil.pcf": makePcf([FIRE, SMOKE]),
    });
    const { files } = await readParticleFiles(["fire"], "Keep", access);
    expect(files[0].systems[0].material).toBe("own.vmt");
    expect(reads).not.toContain("cfg/evil.pcf");
    expect(reads).not.toContain("particles/game.pcf");
  });

  it("names missing systems and broken files, and reads on", async () => {
    const { access, diagnostics } = accessOf({
      "particles/particles_manifest.txt": manifest("particles/good.pcf", "particles/bad.pcf"),
      "particles/bad.pcf": makePcf([FIRE]).subarray(0, 90),
      "particles/good.pcf": makePcf([SMOKE]),
    });
    const { files, missing } = await readParticleFiles(["smoke", "fog"], "map", access);
    expect([files.length, missing]).toEqual([1, ["fog"]]);
    expect(diagnostics.subjects("unreadable-particles")).toEqual(["particles/bad.pcf"]);
  });
});

describe("listPlacedSystems", () => {
  it("reads effects, starts, and control points by the names of entities", () => {
    const texts = [
      entity({
        ...{ classname: "info_particle_system", effect_name: "a", start_active: "1" },
        ...{ origin: "1 2 3", angles: "0 90 0", cpoint1: "Goal", cpoint63: "none" },
      }),
      entity({ classname: "info_target", targetname: "goal", origin: "7 8 9" }),
      entity({
        classname: "info_particle_system",
        effect_name: "b",
        start_active: "0",
        targetname: "later",
      }),
      entity({ classname: "info_particle_system", effect_name: "c", start_active: "0" }),
      entity({ classname: "info_particle_system", start_active: "1" }),
    ];
    const text = texts.map((pairs) => `{\n${pairs}\n}`).join("\n");
    const [one, two, ...rest] = listPlacedSystems(parseEntities(text));
    expect(rest).toEqual([]);
    expect(one).toMatchObject({ effect: "a", startsActive: true });
    expect(one.points.map(({ point, place }) => [point, ...place])).toEqual([
      [0, 1, 2, 3],
      [1, 7, 8, 9],
    ]);
    expect(one.points[0].axes.slice(0, 3).map((x) => Math.abs(Math.round(x)))).toEqual([0, 1, 0]);
    expect(two).toMatchObject({ effect: "b", entity: 2, startsActive: false });
  });
});

describe("buildSystems", () => {
  const EYE = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 };
  const build = async (startsActive = true) => {
    const { access, diagnostics } = accessOf({
      "particles/particles_manifest.txt": manifest("particles/a.pcf"),
      "particles/a.pcf": makePcf([FIRE, SMOKE]),
    });
    const { files } = await readParticleFiles(["fire"], "map", access);
    const points = [{ point: 0, place: [100, 0, 0], axes: [1, 0, 0, 0, 1, 0, 0, 0, 1] } as const];
    const listed = [{ effect: "fire", entity: 3, startsActive, points }];
    const built = await buildSystems({ listed, files, tree: null }, access, OPTIONS as never);
    const { particles, placed } = built!;
    const words = new Uint32Array((particles.capacity * PARTICLE_ROW.strideBytes) / 4);
    return { particles, placed, words, diagnostics };
  };

  it("gives each drawn system a run of rows, in bounds of all its particles", async () => {
    const { particles, placed, diagnostics } = await build();
    const stride = PARTICLE_RUN.strideBytes / 4;
    const flags = [0, 1].map((run) => particles.runs[run * stride + PARTICLE_RUN.flags / 4]);
    expect(flags).toEqual([PARTICLE_ROPE | PARTICLE_SPOT, PARTICLE_FACING | PARTICLE_SPOT]);
    const [rope, smoke] = placed.runs;
    expect([rope.firstRow, smoke.firstRow]).toEqual([0, rope.rows]);
    expect(particles.capacity).toBe(rope.rows + smoke.rows);
    expect(smoke.rows).toBeLessThanOrEqual(40);
    const [x0, , , x1] = particles.chunks.box.subarray(6, 12);
    expect(x0).toBeLessThan(92);
    expect(x1).toBeGreaterThan(108);
    expect(diagnostics.subjects("missing-material")).toHaveLength(2);
  });

  it("is drawn at a time, and again as before after a jump back", async () => {
    const { particles, placed, words } = await build();
    const { write, isMoving } = showSystems(placed);
    expect(write(words, 3, EYE)).toBe(particles.capacity);
    const at3 = words.slice();
    write(words, 7, EYE);
    expect(words).not.toEqual(at3);
    write(words, 3, EYE);
    expect(words).toEqual(at3);
    expect(isMoving()).toBe(true);
  });

  it("starts and stops with the simulation, and uploads nothing while nothing lives", async () => {
    const { placed, words } = await build(false);
    const { write, isMoving, follow } = showSystems(placed);
    const spans: [begin: number, end: number] = [NEVER, NEVER];
    const emission: ReadEmission = (entity, out) => {
      out.spans.fill(NEVER).set(spans);
      return entity === 3 && spans[0] !== NEVER;
    };
    const shownRows = () => words.filter((word, i) => i % 16 === 3 && word !== 0).length;
    write(words, 1, EYE);
    expect([isMoving(), write(words, 2, EYE)]).toEqual([false, 0]);
    spans[0] = 3;
    follow({ version: 2, emission }, 0);
    expect(isMoving()).toBe(true);
    write(words, 6, EYE);
    const [shown, rows] = [words.slice(), shownRows()];
    expect(rows).toBeGreaterThan(20);
    spans[1] = 6.5;
    follow({ version: 3, emission }, 0);
    write(words, 12, EYE);
    // The smoke is gone; the rope of the fire, whose particles never die, stays.
    expect(shownRows()).toBe(13);
    write(words, 6, EYE);
    expect(words).toEqual(shown);
    follow(null, 0);
    expect(isMoving()).toBe(false);
  });
});

describe("openParticleFile", () => {
  const open = async (system?: string) => {
    const events = [];
    const file = makePcf([SMOKE, FIRE]);
    for await (const event of openParticleFile(file, [], { ...OPTIONS, system }))
      events.push(event);
    return events;
  };

  it("shows the first system that no other contains, in a scene that holds its bounds", async () => {
    const [scene, particles, done] = await open();
    expect([scene.type, particles.type, done.type]).toEqual(["scene", "particles", "done"]);
    expect(done).toMatchObject({ system: "fire" });
    if (particles.type !== "particles" || done.type !== "done") throw new Error();
    expect(particles.placed.runs).toHaveLength(2);
    expect(done.box[3]).toBeGreaterThan(8);
  });

  it("shows a system by its name in any case, and names those that there are", async () => {
    expect((await open("SMOKE")).at(-1)).toMatchObject({ system: "smoke" });
    await expect(open("fog")).rejects.toThrow('there is no system "fog"; there are smoke, fire');
  });
});
