/**
 * Recounts the numbers of rules with plain loops, over 240 faces and 5,000 clusters made of
 * columns.
 */

import { describe, expect, it } from "vitest";
import { RULES } from "../../../src/analysis/check/check-map.ts";
import type { MapFacts } from "../../../src/analysis/check/facts/map-facts.ts";
import type { Rule } from "../../../src/analysis/check/rule.ts";
import { makeSlabs, sees } from "../made-slabs.ts";

const FACES = 240;
const MATERIALS = 12;
/**
 * Luxels minus one of a face along both axes; below: styles, bumps, inches per luxel, displacement
 * and unlit flags.
 */
const sizeOf = (face: number) => [(face % 31) * 3, ((face * 3) % 29) * 3] as const;
const stylesOf = (face: number) => 1 + (face % 4);
const isBumped = (face: number) => face % 16 === 3;
const inchesOf = (face: number) => [2, 4, 4.01, 16, 63.9, 64, 128][face % 7];
const isDisplacement = (face: number) => face % 23 === 5;
const isUnlit = (face: number) => face % 11 === 7;
const areaOf = (face: number) => 16384 + ((face * 7919) % 4001) - 2000;
/** Half of the faces share one material. */
const materialOf = (face: number) => (face % 2 === 0 ? 0 : (face * 5) % MATERIALS);
const nameOf = (row: number) => `wall/${row}`;

const bytesOf = (face: number) =>
  isUnlit(face)
    ? 0
    : (sizeOf(face)[0] + 1) * (sizeOf(face)[1] + 1) * stylesOf(face) * (isBumped(face) ? 16 : 4);
const all = Array.from({ length: FACES }, (_, face) => face);

/** Each face has a separate texinfo, in another order than the faces. */
const texinfoOf = (face: number) => (face * 77 + 13) % FACES;

function makeFacts(more: object = {}): MapFacts {
  const flags = new Int32Array(FACES);
  const texdata = new Int32Array(FACES);
  const lightmapVecs = new Float32Array(FACES * 8);
  for (const face of all) {
    flags[texinfoOf(face)] = isBumped(face) ? 0x800 : 0;
    texdata[texinfoOf(face)] = materialOf(face);
    // A luxel's size is the finer of its two axes. The second axis here is twice as coarse for some
    // faces.
    lightmapVecs.set(
      [0, 0.5 / inchesOf(face), 0, 9, 1 / inchesOf(face), 0, 0, 7],
      texinfoOf(face) * 8,
    );
  }
  const faces = {
    count: FACES,
    texinfo: Int32Array.from(all, texinfoOf),
    lightOffset: Int32Array.from(all, (face) => (isUnlit(face) ? -1 : face)),
    lightmapSize: Int32Array.from(all.flatMap(sizeOf)),
    styles: Uint8Array.from(
      all.flatMap((face) => [0, 1, 2, 3].map((i) => (i < stylesOf(face) ? i : 255))),
    ),
    dispInfo: Int32Array.from(all, (face) => (isDisplacement(face) ? 0 : -1)),
    area: Float32Array.from(all, areaOf),
    plane: new Int32Array(FACES),
    firstEdge: new Int32Array(FACES),
    edgeCount: new Int32Array(FACES),
  };
  const texDatas = { name: Array.from({ length: MATERIALS }, (_, row) => nameOf(row)) };
  const planes = { normal: new Float32Array(3) };
  const lists = { surfEdges: new Int32Array(1), edges: new Uint32Array(2) };
  const vertexes = { position: new Float32Array(3) };
  const bsp = {
    faces,
    texInfos: { flags, texdata, lightmapVecs },
    texDatas,
    planes,
    ...lists,
    vertexes,
  };
  return { bsp: { ...bsp, version: 20 }, needs: () => {}, ...more } as unknown as MapFacts;
}

async function facesOf(name: string): Promise<(number | undefined)[]> {
  const rule = RULES.find((one) => one.name === name) as Rule;
  return [...(await rule.check(makeFacts()))].map(({ face }) => face);
}

async function said(name: string, facts = makeFacts()): Promise<string[]> {
  const rule = RULES.find((one) => one.name === name) as Rule;
  return [...(await rule.check(facts))].map(({ severity, message }) => `${severity}: ${message}`);
}
const sum = (faces: readonly number[]) => faces.reduce((total, face) => total + bytesOf(face), 0);
const kilo = (bytes: number) => {
  const units = bytes >= 999500 ? ([bytes / 1e6, "MB"] as const) : ([bytes / 1e3, "kB"] as const);
  const [value, unit] = units;
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
};
const share = (part: number) => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;

describe("rules against a plain recount", () => {
  it("lightmap-memory sums the bytes of all faces and of the four largest materials", async () => {
    const byMaterial = Array.from({ length: MATERIALS }, (_, row) => ({
      row,
      bytes: sum(all.filter((face) => materialOf(face) === row)),
    })).sort((a, b) => b.bytes - a.bytes);
    const parts = byMaterial
      .slice(0, 4)
      .map(({ row, bytes }) => `${nameOf(row)} ${share(bytes / sum(all))}`);
    const lit = all.filter((face) => !isUnlit(face)).length;
    expect(await said("lightmap-memory")).toEqual([
      `note: Lightmaps of ${lit} faces take ${kilo(sum(all))}: ${parts.join(", ")}.`,
    ]);
  });

  it("fine-luxels counts faces up to 4 inches per luxel, from 5 % and 128 KiB on", async () => {
    const fine = all.filter(
      (face) => inchesOf(face) <= 4 && !isDisplacement(face) && !isUnlit(face),
    );
    const wanted: string[] = [];
    const shown: number[] = [];
    for (let row = 0; row < MATERIALS; row++) {
      const own = fine.filter((face) => materialOf(face) === row);
      if (own.length === 0 || sum(own) < sum(all) * 0.05 || sum(own) < 131072) continue;
      const most = own.reduce((best, face) => (bytesOf(face) > bytesOf(best) ? face : best));
      shown.push(most);
      wanted.push(
        `note: Faces of ${nameOf(row)} with luxels of ${inchesOf(most)} inches and the like take ${kilo(sum(own))}, ${share(sum(own) / sum(all))} of all light.`,
      );
    }
    expect(wanted.length).toBeGreaterThan(0);
    expect((await said("fine-luxels")).sort()).toEqual(wanted.sort());
    expect((await facesOf("fine-luxels")).sort()).toEqual(shown.sort());
  });

  it("coarse-luxels counts faces from 64 inches per luxel and four luxels on", async () => {
    const coarse = all.filter(
      (face) =>
        inchesOf(face) >= 64 && areaOf(face) >= 16384 && !isDisplacement(face) && !isUnlit(face),
    );
    const largest = coarse.reduce((best, face) => (areaOf(face) > areaOf(best) ? face : best));
    expect(await facesOf("coarse-luxels")).toEqual([largest]);
    const counts = new Map<string, number>();
    for (const face of coarse) {
      counts.set(nameOf(materialOf(face)), (counts.get(nameOf(materialOf(face))) ?? 0) + 1);
    }
    const names = [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([name, count]) => `${count} of ${name}`);
    const rest = names.length > 5 ? ` and ${names.length - 5} more` : "";
    expect(await said("coarse-luxels")).toEqual([
      `note: ${coarse.length} large faces have luxels of 64 inches or more: ${names.slice(0, 5).join(", ")}${rest}.`,
    ]);
  });

  it("black-light counts the bytes of drawn faces", async () => {
    const base = makeFacts();
    const { faces, texInfos } = base.bsp;
    // Face 9 is a sky face, whose light is not drawn. All luxels lie one after the other.
    texInfos.flags[texinfoOf(9)] |= 0x4;
    const lightOffset = faces.lightOffset.slice();
    let end = 0;
    for (const face of all) {
      if (isUnlit(face)) continue;
      lightOffset[face] = end;
      end += bytesOf(face);
    }
    const side = { faces: { ...faces, lightOffset, edgeCount: faces.edgeCount.map(() => 4) } };
    const lighting = new Uint8Array(end);
    lighting.fill(255, lightOffset[9], lightOffset[9] + bytesOf(9));
    const facts = (bytes: Uint8Array) =>
      ({
        ...base,
        bsp: { ...base.bsp, ldr: { ...side, lighting: bytes }, hdr: null },
      }) as unknown as MapFacts;
    const drawn = all.filter((face) => face !== 9);
    const lit = drawn.filter((face) => !isUnlit(face)).length;
    const message = `error: Every luxel of the LDR light is black: ${lit} faces with ${kilo(sum(drawn))}.`;
    expect(await said("black-light", facts(lighting))).toEqual([message]);
    for (const at of [0, lightOffset[10] - 2, lightOffset[10], end - 3]) {
      const light = lighting.slice();
      light[at] = 1;
      const isShown = !(at >= lightOffset[9] && at < lightOffset[10]);
      expect(await said("black-light", facts(light)), `${at}`).toEqual(isShown ? [] : [message]);
    }
  });

  it("edicts counts all entities but unnamed lamps and server-only ones", async () => {
    const entity = (classname: string, name = "") => ({ classname, name });
    const entities = (count: number) => [
      ...Array.from({ length: count - 5 }, () => entity("prop_physics")),
      ...Array.from({ length: 3 }, () => entity("light", "named")),
      ...Array.from({ length: 2 }, () => entity("")),
      ...Array.from({ length: 4000 }, (_, i) =>
        entity(["light", "light_spot", "logic_relay", "infodecal", "info_null"][i % 5]),
      ),
    ];
    for (const [count, severity] of [
      [1500, null],
      [1501, "note"],
      [1800, "note"],
      [1801, "warning"],
      [2048, "warning"],
      [2049, "error"],
    ] as const) {
      const words = `${count}`.replace(/^(\d)/, "$1,");
      const most = `${(count - 5).toString().replace(/^(\d)(?=\d{3})/, "$1,")}`.replace(",", "");
      expect(await said("edicts", makeFacts({ entities: entities(count) }))).toEqual(
        severity === null
          ? []
          : [
              `${severity}: At map start ${words} entities take one of 2,048 edicts each: ${most} prop_physics, 3 light, 2 without a class.`,
            ],
      );
    }
  });

  it("overlay-faces counts the faces of every overlay by its row", async () => {
    const count = 300;
    const facesOf = (row: number) => [0, 1, 63, 64][row % 4];
    const overlays = {
      count,
      faceCount: Int32Array.from({ length: count }, (_, row) => facesOf(row)),
      id: Int32Array.from({ length: count }, (_, row) => row * 3),
      texinfo: Int32Array.from({ length: count }, (_, row) => texinfoOf(row % FACES)),
      origin: Float32Array.from({ length: count * 3 }, (_, i) => i),
      basisNormal: Float32Array.from({ length: count * 3 }, (_, i) => -i),
    };
    const facts = makeFacts();
    Object.assign(facts.bsp, { overlays });
    const found = [...(await RULES.find(({ name }) => name === "overlay-faces")!.check(facts))];
    const wanted = Array.from({ length: count }, (_, row) => row).filter(
      (row) => facesOf(row) % 64 === 0,
    );
    expect(found.map(({ overlay }) => overlay)).toEqual(wanted);
    for (const { overlay, message, origin, normal } of found) {
      const row = overlay!;
      expect(message).toContain(`Overlay ${row * 3} (${nameOf(materialOf(row % FACES))}) lies on`);
      expect([...origin!, ...normal!]).toEqual(
        [0, 1, 2].flatMap((i) => row * 3 + i).concat([0, 1, 2].map((i) => -(row * 3 + i))),
      );
    }
  });
});

describe("rules over 5,000 clusters", () => {
  const CLUSTERS = 5000;

  it("one-way-visibility counts pairs that see each other in one direction alone", async () => {
    const count = 1500;
    // Many of these pairs share a word of a row, and some are far apart.
    const isSeen = (from: number, to: number) =>
      sees(from, to) || (to > from && to - from < 60 && to % 3 !== 0);
    const { pvs } = makeSlabs(count, isSeen);
    let pairs = 0;
    for (let from = 0; from < count; from++) {
      // Nearer clusters see each other.
      for (let to = from + 20; to < count; to++) if (isSeen(from, to) !== isSeen(to, from)) pairs++;
    }
    expect(await said("one-way-visibility", makeFacts({ pvs }))).toEqual([
      `warning: In ${`${pairs}`.replace(/(\d)(?=(\d{3})+$)/g, "$1,")} pairs of clusters only one sees the other.`,
    ]);
    const both = makeSlabs(400, (a, b) => Math.abs(a - b) < 20 || (a + b) % 31 === 0);
    expect(await said("one-way-visibility", makeFacts({ pvs: both.pvs }))).toEqual([]);
  });

  it("sees-everything samples every second row above 4,096 rows, and all rows below", async () => {
    const halves = (from: number, to: number) => (from % 2 === 0 ? to % 20 !== 3 : to % 2 === 0);
    expect(
      await said("sees-everything", makeFacts({ pvs: makeSlabs(CLUSTERS, halves).pvs })),
    ).toEqual([
      "warning: On average a cluster sees 95 % of the map's 5,000 clusters: walls hide hardly anything.",
    ]);
    expect(await said("sees-everything", makeFacts({ pvs: makeSlabs(4000, halves).pvs }))).toEqual(
      [],
    );
    const all = makeSlabs(48, () => true);
    expect(await said("sees-everything", makeFacts({ pvs: all.pvs }))).toHaveLength(1);
    expect(
      await said("sees-everything", makeFacts({ pvs: makeSlabs(47, () => true).pvs })),
    ).toEqual([]);
  });
});
