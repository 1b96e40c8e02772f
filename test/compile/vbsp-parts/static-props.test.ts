import { describe, expect, it } from "vitest";
import { buildStaticProps, createPropLeafs } from "../../../src/compile/vbsp/parts/static-props.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { parseStaticProps } from "../../../src/formats/bsp/read/parse-static-props.ts";
import { writeStaticProps } from "../../../src/formats/bsp/write/write-static-props.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseVmf } from "../../../src/formats/vmf/parse-vmf.ts";
import type { LeafTree } from "../../../src/map/types.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { catchFault, makeEntity } from "./make-entity.ts";
import { keepReport, makeFourLeafTree } from "./make-tree.ts";

const BOX = [-8, -8, 0, 8, 8, 32];

const prop = (keys: Record<string, string>, line = 1) =>
  makeEntity(
    { classname: "prop_static", model: "models/a.mdl", origin: "100 100 0", ...keys },
    line,
  );

function build(entities: ReturnType<typeof makeEntity>[], bounds: number[] | null = BOX) {
  const report = keepReport();
  const props = buildStaticProps(entities, makeFourLeafTree(), () => bounds, report);
  const leafsOf = (i: number) => [
    ...props.leaf.subarray(props.firstLeaf[i], props.firstLeaf[i] + props.leafCount[i]),
  ];
  return { props, leafsOf, warnings: report.warnings };
}

describe("leafs of a static prop", () => {
  it("include each leaf inside its box, without the solid below", () => {
    const { props, leafsOf } = build([
      prop({ origin: "100 100 0" }),
      prop({ origin: "100 4 0" }),
      prop({ origin: "-4 4 0" }),
    ]);
    expect(leafsOf(0)).toEqual([1]);
    expect(leafsOf(1)).toEqual([1, 2]);
    expect(leafsOf(2)).toEqual([1, 2, 3, 4]);
    expect([...props.firstLeaf]).toEqual([0, 1, 3]);
  });

  it("share a list between props in the same leafs", () => {
    const { props, leafsOf } = build([
      prop({ origin: "100 4 0" }),
      prop({ origin: "100 90 0" }),
      prop({ origin: "120 -4 0" }),
    ]);
    expect([...props.leaf]).toEqual([1, 2, 1]);
    expect(leafsOf(2)).toEqual([1, 2]);
    expect([...props.firstLeaf]).toEqual([0, 2, 0]);
  });

  it("are found with the rotated box", () => {
    // 64 long and 2 wide: along x it reaches over x = 0, rotated by 90 degrees over y = 0.
    const bounds = [-32, -1, 0, 32, 1, 8];
    const at = { origin: "20 20 0" };
    const { leafsOf } = build([prop(at), prop({ ...at, angles: "0 90 0" })], bounds);
    expect(leafsOf(0)).toEqual([1, 3]);
    expect(leafsOf(1)).toEqual([1, 2]);
  });

  it("exclude a leaf that only the bounds of the rotated box meet", () => {
    // A long thin box along the diagonal, past the corner of leaf 4 without touching it.
    const bounds = [-100, -1, 0, 100, 1, 8];
    const { leafsOf } = build([prop({ origin: "30 30 0", angles: "0 135 0" })], bounds);
    expect(leafsOf(0)).toEqual([1, 2, 3]);
  });

  it("include both sides of a plane for a flat model on it", () => {
    const { leafsOf } = build([prop({ origin: "0 50 50" })], [0, -8, -8, 0, 8, 8]);
    expect(leafsOf(0)).toEqual([1, 3]);
  });
});

/** Makes slabs of 10 inches along x, a leaf each, behind one another in the tree. */
function makeSlabTree(count: number): LeafTree {
  const nodes = [...Array(count - 1).keys()];
  return {
    nodeCount: count - 1,
    nodePlane: Float32Array.from(nodes.flatMap((i) => [1, 0, 0, (i + 1) * 10])),
    // Behind each plane is a slab; in front of it the next node, or the last slab.
    nodeChildren: Int32Array.from(nodes.flatMap((i) => [i + 2 < count ? i + 1 : -count, -1 - i])),
    leafCount: count,
    leafCluster: Int32Array.from({ length: count }, (_, i) => i),
    leafFlags: new Uint8Array(count),
    leafBox: Float32Array.from(
      [...Array(count).keys()].flatMap((i) => [i * 10, -50, -50, i * 10 + 10, 50, 50]),
    ),
  };
}

describe("leafs of too many props", () => {
  it("are stored up to the record's limit, and end in one error with the line beyond", () => {
    const tree = makeSlabTree(600);
    const place = (count: number) =>
      buildStaticProps(
        Array.from({ length: count }, (_, i) => prop({ origin: `${i * 10} 0 0` }, i + 1)),
        tree,
        // Each prop reaches from its origin to the end of all slabs, so no two props have the same
        // leafs.
        () => [5, -1, -1, 6000, 1, 1],
        keepReport(),
      );
    // Prop i has 600 - i leafs: the first 145 have 76,560, the first 122 have 65,819.
    expect(place(122).leaf.length).toBe(65819);
    const error = catchFault(() => place(145));
    expect([error.format, error.code, error.line, error.found]).toEqual([
      ...["VMF", "bad-count", 123, "65819"],
    ]);
  });
});

describe("static props", () => {
  it("take their values from the keys", () => {
    const { props } = build([
      prop({
        angles: "10 20 30",
        skin: "2",
        solid: "6",
        fademindist: "500",
        fademaxdist: "900",
        fadescale: "0.5",
        disableshadows: "1",
        ignorenormals: "1",
        screenspacefade: "1",
        disablevertexlighting: "1",
        disableselfshadowing: "1",
        mindxlevel: "80",
        maxdxlevel: "90",
      }),
      prop({ model: "models\\b.mdl", fademindist: "-1", fademaxdist: "300" }),
      prop({ fademindist: "77", fademaxdist: "0" }),
    ]);
    expect(props.count).toBe(3);
    expect(props.modelName).toEqual(["models/a.mdl", "models/b.mdl"]);
    expect([...props.model]).toEqual([0, 1, 0]);
    expect([...props.angles.subarray(0, 3)]).toEqual([10, 20, 30]);
    expect([...props.skin]).toEqual([2, 0, 0]);
    expect([...props.solid]).toEqual([6, 0, 0]);
    expect([...props.flags]).toEqual([0x1f9, 0x101, 0x100]);
    expect([...props.fadeMinDist]).toEqual([500, 300, 0]);
    expect([...props.fadeMaxDist]).toEqual([900, 300, 0]);
    expect([...props.forcedFadeScale]).toEqual([0.5, 1, 1]);
    expect([...props.dxLevels]).toEqual([80, 90, 0, 0, 0, 0]);
  });

  it("take their light from a named info_lighting", () => {
    const light = makeEntity({ classname: "info_lighting", targetname: "Lamp", origin: "1 2 3" });
    const { props } = build([
      prop({ lightingorigin: "lamp" }),
      prop({ lightingorigin: "nothing" }),
      light,
    ]);
    expect([...props.lightingOrigin]).toEqual([1, 2, 3, 0, 0, 0]);
    expect([...props.flags]).toEqual([0x102, 0x100]);
  });

  it("survive a round trip through their game lump", () => {
    const { props } = build([prop({ skin: "1" }), prop({ origin: "-4 4 0", angles: "0 45 0" })]);
    const read = parseStaticProps(writeStaticProps(props), 10, {
      littleEndian: true,
      leafIndexBytes: 2,
      leafCount: 5,
    });
    expect(read).toMatchObject(props);
    expect(read.recordBytes).toBe(72);
  });

  it("outside the map are left out with a warning; props without a model stay, with one list of missing models", () => {
    const outside = build([prop({ origin: "0 0 -100" }, 12), prop({})]);
    expect(outside.props.count).toBe(1);
    expect(outside.warnings).toEqual([
      "line 12: models/a.mdl at 0 0 -100 is outside the map and left out",
    ]);
    const other = prop({ model: "models/Z.mdl" }, 2);
    const unknown = build([other, prop({ origin: "100 100 10" }, 3), prop({}, 4)], null);
    expect(unknown.leafsOf(1)).toEqual([1]);
    expect(unknown.warnings).toHaveLength(1);
    expect(unknown.warnings[0]).toMatch(
      /^2 models of static props are missing .* models\/a\.mdl, models\/z\.mdl$/,
    );
  });

  it.each([
    [{ origin: "1 2" }],
    [{ origin: "1 2 x" }],
    [{ skin: "red" }],
    [{ solid: "-1" }],
    [{ solid: "7" }],
    [{ model: "" }],
  ])("with bad keys end in one error with the line: %o", (keys) => {
    const error = catchFault(() => build([prop(keys as Record<string, string>, 44)]));
    expect([error.format, error.code, error.line]).toEqual(["VMF", "bad-value", 44]);
  });
});

describe.skipIf(!hasCorpus)("static props of real maps", () => {
  it.each([
    ["rc_deathmatch1", 41, 60, 9],
    ["gunman_city2", 2, 38, 11],
  ])("of %s have all stored leafs, and few others", (name, count, stored, extra) => {
    const bsp = parseBsp(readCorpus(name, `${name}.bsp`), new Diagnostics());
    const listLeafs = createPropLeafs(buildLeafTree(bsp));
    const props = bsp.staticProps;
    if (!props) throw new Error("no static props");
    expect(props.count).toBe(count);
    const boxes = props.modelName.map((model) => {
      const { hullMins, hullMaxs } = parseMdl(readCorpus(name, "content", model.toLowerCase()));
      return [...hullMins, ...hullMaxs];
    });
    let real = 0;
    let found = 0;
    for (let i = 0; i < props.count; i++) {
      const origin = [...props.origin.subarray(i * 3, i * 3 + 3)];
      const angles = [...props.angles.subarray(i * 3, i * 3 + 3)];
      const ours = listLeafs(boxes[props.model[i]], origin, angles);
      const first = props.firstLeaf[i];
      const theirs = props.leaf.subarray(first, first + props.leafCount[i]);
      expect(ours, `prop ${i}`).toEqual(expect.arrayContaining([...theirs]));
      real += theirs.length;
      found += ours.length;
    }
    // The real compiler tests the model's convex hull, this one its box.
    expect([real, found - real]).toEqual([stored, extra]);
  });

  it("of artpass_valvebase have the values of all entities", () => {
    const name = "artpass_valvebase/artpass_valvebase";
    const bsp = parseBsp(readCorpus(`${name}.bsp`), new Diagnostics());
    const vmf = parseVmf(new TextDecoder().decode(readCorpus(`${name}.vmf`)));
    const real = bsp.staticProps;
    if (!real) throw new Error("no static props");
    const ours = buildStaticProps(vmf.entities, buildLeafTree(bsp), () => null, keepReport());
    const row = (props: typeof ours | typeof real, i: number) => ({
      model: props.modelName[props.model[i]],
      origin: [...props.origin.subarray(i * 3, i * 3 + 3)],
      angles: [...props.angles.subarray(i * 3, i * 3 + 3)],
      solid: props.solid[i],
      skin: props.skin[i],
      // Version 6 has no flag for lighting by texel.
      flags: props.flags[i] & 0xff,
      fadeMinDist: props.fadeMinDist[i],
      fadeMaxDist: props.fadeMaxDist[i],
      forcedFadeScale: props.forcedFadeScale[i],
    });
    const rows = Array.from({ length: ours.count }, (_, i) => row(ours, i));
    // The real compiler left out one of the 104, a window, because its model reached no leaf.
    expect([ours.count, real.count]).toEqual([104, 103]);
    for (let i = 0; i < real.count; i++) expect(rows).toContainEqual(row(real, i));
  });
});
