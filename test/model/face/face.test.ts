import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { FLEX_OP, type MdlFlexes } from "../../../src/formats/studio/rig/flex-types.ts";
import type { StudioModel } from "../../../src/model/files/studio-model.ts";
import { createFace, runFlexRules } from "../../../src/model/pose/create-face.ts";
import { type FlexStep, rampTarget, runProgram } from "../../oracle/pose/flex.ts";
import { hasCorpus } from "../../support/corpus.ts";
import { openCorpusModel, PERSON } from "../corpus-models.ts";

const OPS: Record<string, number> = {
  const: FLEX_OP.CONST,
  fetch1: FLEX_OP.FETCH1,
  fetch2: FLEX_OP.FETCH2,
  add: FLEX_OP.ADD,
  sub: FLEX_OP.SUB,
  mul: FLEX_OP.MUL,
  div: FLEX_OP.DIV,
  neg: FLEX_OP.NEG,
  max: FLEX_OP.MAX,
  min: FLEX_OP.MIN,
  "2way0": FLEX_OP.TWO_WAY_0,
  "2way1": FLEX_OP.TWO_WAY_1,
  nway: FLEX_OP.N_WAY,
  combo: FLEX_OP.COMBO,
  dominate: FLEX_OP.DOMINATE,
  lower: FLEX_OP.DME_LOWER_EYELID,
  upper: FLEX_OP.DME_UPPER_EYELID,
};
const RANGES = [
  [0, 1],
  [-1, 1],
  [0, 2],
  [-45, 45],
  [0, 1],
  [0, 1],
] as const;

/** Builds one rule per program, for the flex of its row. */
function makeFace(programs: readonly (readonly FlexStep[])[]): MdlFlexes {
  const steps = programs.flat();
  let first = 0;
  const firstOp = programs.map((program) => {
    first += program.length;
    return first - program.length;
  });
  return {
    descriptors: programs.map((_, i) => `AU${i}`),
    controllers: {
      count: RANGES.length,
      name: RANGES.map((_, i) => `c${i}`),
      type: RANGES.map(() => ""),
      min: Float32Array.from(RANGES, ([min]) => min),
      max: Float32Array.from(RANGES, ([, max]) => max),
    },
    rules: {
      count: programs.length,
      descriptor: Int32Array.from(programs, (_, i) => i),
      firstOp: Uint32Array.from(firstOp),
      opCount: Uint32Array.from(programs, ({ length }) => length),
    },
    ops: {
      count: steps.length,
      op: Uint8Array.from(steps, ([name]) => OPS[name]),
      index: Int32Array.from(steps, ([name, operand = 0]) => (name === "const" ? 0 : operand)),
      value: Float32Array.from(steps, ([name, operand = 0]) => (name === "const" ? operand : 0)),
    },
  } as unknown as MdlFlexes;
}

const value = fc.double({ min: -1, max: 2, noNaN: true }).map(Math.fround);
const row = fc.integer({ min: 0, max: RANGES.length - 1 });
/** Programs whose operands always exist. */
const expression: fc.Arbitrary<FlexStep[]> = fc.letrec<{ node: FlexStep[] }>((tie) => {
  const node = tie("node");
  const leaf = fc.oneof(
    value.map((v): FlexStep[] => [["const", v]]),
    fc
      .tuple(fc.constantFrom("fetch1", "2way0", "2way1"), row)
      .map(([op, i]): FlexStep[] => [[op, i]]),
  );
  const two = fc
    .tuple(node, node, fc.constantFrom("add", "sub", "mul", "div", "max", "min"))
    .map(([a, b, op]): FlexStep[] => [...a, ...b, [op]]);
  const rows = (op: string, count: number) =>
    fc
      .tuple(...Array.from({ length: count }, () => row), row)
      .map((all): FlexStep[] => [
        ...all.slice(0, count).map((i): FlexStep => ["const", i as number]),
        [op, all[count] as number],
      ]);
  return {
    node: fc.oneof(
      { maxDepth: 3 },
      leaf,
      two,
      node.map((a): FlexStep[] => [...a, ["neg"]]),
      fc.tuple(node, node, node).map(([a, b, c]): FlexStep[] => [...a, ...b, ...c, ["combo", 3]]),
      fc
        .tuple(node, node, node)
        .map(([a, b, c]): FlexStep[] => [...a, ...b, ...c, ["dominate", 2]]),
      rows("lower", 3),
      rows("upper", 3),
      fc.tuple(row, row).map(([chooser, of]): FlexStep[] => [
        ["const", -0.5],
        ["const", 0.25],
        ["const", 0.5],
        ["const", 1.5],
        ["const", chooser],
        ["nway", of],
      ]),
    ),
  };
}).node;

describe("flex rules", () => {
  it("evaluate like the engine's stack machine", () => {
    const settings = fc.tuple(...RANGES.map(([min, max]) => fc.double({ min, max, noNaN: true })));
    fc.assert(
      fc.property(fc.array(expression, { minLength: 1, maxLength: 4 }), settings, (bodies, all) => {
        // Each program after the first starts with the result of the previous one.
        const programs = bodies.map((body, i): FlexStep[] =>
          i === 0 ? body : [["fetch2", i - 1], ...body, ["add"]],
        );
        const controllers = Float32Array.from(all);
        const weights = new Float32Array(programs.length);
        runFlexRules(makeFace(programs), controllers, weights);
        const table = RANGES.map(([min, max], i) => ({ min, max, value: controllers[i] }));
        const known: number[] = [];
        for (const program of programs) known.push(runProgram(program, table, known));
        known.forEach((wanted, i) => {
          // A division by almost zero amplifies the error of its operand.
          const near = 1e-3 * Math.max(1, Math.abs(wanted));
          if (Math.abs(wanted) < 50) expect(Math.abs(weights[i] - wanted)).toBeLessThan(near);
        });
      }),
      { numRuns: 400 },
    );
  });

  it("ignore operations that refer to missing values or overflow the stack", () => {
    const weights = new Float32Array(3);
    const lone: FlexStep[][] = [
      [["add"], ["neg"], ["nway", 0], ["combo", 3], ["dominate", 1], ["const", 0.5]],
      Array.from({ length: 40 }, (): FlexStep => ["const", 0.25]),
      [
        ["const", 9],
        ["const", 9],
        ["const", 99],
        ["lower", 0],
      ],
    ];
    runFlexRules(makeFace(lone), new Float32Array(RANGES.length), weights);
    expect([...weights]).toEqual([0.5, 0.25, 9]);
  });
});

/** Builds a mesh of two vertices after another mesh, and a paired flex. */
function makeMorphed() {
  const face = {
    ...makeFace([[["fetch1", 0]], [["fetch1", 1]]]),
    flexes: {
      count: 1,
      mesh: Uint32Array.of(1),
      descriptor: Int32Array.of(0),
      pair: Int32Array.of(1),
      target: Float32Array.of(0, 0.5, 1, 1.5),
      firstVertex: Uint32Array.of(0),
      vertexCount: Uint32Array.of(2),
    },
    vertexAnimations: {
      count: 2,
      vertex: Uint16Array.of(1, 0),
      speed: new Float32Array(2),
      side: Float32Array.of(0.25, 1),
      delta: Float32Array.of(0, 0, 4, 8, 0, 0),
      normalDelta: Float32Array.of(1, 0, -1, 0, 0, 0),
      wrinkle: new Float32Array(2),
    },
  };
  const vertices = {
    count: 3,
    position: Float32Array.of(1, 1, 1, 2, 2, 2, 3, 3, 3),
    normal: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
  };
  const mdl = { meshes: { firstVertex: Uint32Array.of(0, 1) } };
  const model = { face, eyelids: { count: 0 }, mdl, vvd: { vertices } } as unknown as StudioModel;
  return createFace(model)!;
}

describe("a generated face", () => {
  it("displaces vertices by both sides of a paired flex", () => {
    const face = makeMorphed();
    expect([...face.touched]).toEqual([1, 2]);
    const [position, normal] = [new Float32Array(9), new Float32Array(9)];
    face.controllers[0] = 0.25;
    face.controllers[1] = 1.25;
    face.evaluate();
    expect([...face.weights]).toEqual([0.25, 1.25]);
    face.morph(position, normal);
    // Both movements are at half, one before its peak and one past it.
    expect([...position]).toEqual([0, 0, 0, 6, 2, 2, 3, 3, 5]);
    expect(normal[6]).toBeCloseTo(Math.SQRT1_2, 6);
    face.controllers[1] = 0;
    face.evaluate();
    face.morph(position, normal);
    // A quarter of the second vertex belongs to the other movement, which is now 0.
    expect([...position.subarray(3)]).toEqual([2, 2, 2, 3, 3, 4.5]);
    expect([...normal.subarray(3, 6)]).toEqual([0, 0, 1]);
  });

  it("ramps weights by the flex's targets", () => {
    for (const weight of [-1, 0, 0.2, 0.5, 0.75, 1, 1.2, 1.5, 3]) {
      const face = makeMorphed();
      face.weights.fill(weight);
      const position = new Float32Array(9);
      face.morph(position, new Float32Array(9));
      expect(position[8] - 3).toBeCloseTo(4 * rampTarget([0, 0.5, 1, 1.5], weight), 5);
    }
  });
});

describe.skipIf(!hasCorpus)("a real face", () => {
  let person: StudioModel;
  beforeAll(async () => {
    person = await openCorpusModel(...PERSON);
  });

  it("leaves all vertices unchanged at rest", () => {
    const face = createFace(person)!;
    const { position, normal, count } = person.vvd!.vertices;
    expect(face.touched.length).toBeGreaterThan(300);
    const [moved, turned] = [new Float32Array(count * 3), new Float32Array(count * 3)];
    face.morph(moved, turned);
    for (const row of face.touched) {
      for (let k = row * 3; k < row * 3 + 3; k++) {
        expect(Math.abs(moved[k] - position[k])).toBeLessThan(1e-6);
        // The file's normals have unit length within 1 %.
        expect(Math.abs(turned[k] - normal[k])).toBeLessThan(1e-2);
      }
    }
  });

  it("lowers both eyelids when the blink controller is 1", () => {
    const face = createFace(person)!;
    face.controllers[person.face.controllers.name.indexOf("blink")] = 1;
    face.evaluate();
    const weightOf = (name: string) => face.weights[person.face.descriptors.indexOf(name)];
    // The upper lid is at the eyeball's lower limit, the lower lid halfway between rest and raised.
    expect(weightOf("upper_left")).toBeCloseTo(-0.17, 5);
    expect(weightOf("lower_right")).toBeCloseTo(-0.18, 5);
    const { position, count } = person.vvd!.vertices;
    const moved = new Float32Array(count * 3);
    face.morph(moved, new Float32Array(count * 3));
    let lowest = 0;
    for (const row of face.touched) {
      lowest = Math.min(lowest, moved[row * 3 + 2] - position[row * 3 + 2]);
    }
    // An eyeball has a radius of half an inch.
    expect(lowest).toBeLessThan(-0.2);
    expect(lowest).toBeGreaterThan(-0.6);
  });

  it("opens its jaw downwards without moving the eyes", () => {
    const face = createFace(person)!;
    const jaw = person.face.controllers.name.indexOf("jaw_drop");
    expect(jaw).toBeGreaterThanOrEqual(0);
    face.controllers[jaw] = 1;
    face.evaluate();
    const { position, count } = person.vvd!.vertices;
    const moved = new Float32Array(count * 3);
    face.morph(moved, new Float32Array(count * 3));
    let lowest = 0;
    let highest = -Infinity;
    for (const row of face.touched) {
      const down = moved[row * 3 + 2] - position[row * 3 + 2];
      lowest = Math.min(lowest, down);
      if (Math.abs(down) > 0.2) highest = Math.max(highest, position[row * 3 + 2]);
    }
    expect(lowest).toBeLessThan(-0.2);
    expect(lowest).toBeGreaterThan(-3);
    // Eyes are about 66 inches high.
    const eyes = person.eyeballs;
    expect(eyes.count).toBe(2);
    expect(highest).toBeLessThan(66);
  });
});
