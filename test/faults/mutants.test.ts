/** Mutants of small sources, listed as `operator function: the changed source`. */

import { describe, expect, it } from "vitest";
import { listMutants } from "./list-mutants.ts";
import { plantMutant } from "./mutant.ts";

const mutate = (file: string, source: string): string[] =>
  listMutants(file, source).map(
    (mutant) => `${mutant.operator} ${mutant.within}: ${plantMutant(source, mutant)}`,
  );

describe("mutants of TypeScript", () => {
  it("swap signs, keep either side, and change numbers and indices", () => {
    expect(mutate("a.ts", "const f = (a: number[], i: 1) => a[i] - 2;")).toEqual([
      "left f: const f = (a: number[], i: 1) => a[i];",
      "right f: const f = (a: number[], i: 1) => 2;",
      "index f: const f = (a: number[], i: 1) => a[(i) + 1] - 2;",
      "sign f: const f = (a: number[], i: 1) => a[i] + 2;",
      "number f: const f = (a: number[], i: 1) => a[i] - 3;",
    ]);
  });

  it("drop statements and early exits, swap neighbours, and stay inside methods", () => {
    const source = "class A { m() { if (b) return; c(); d(x); } }";
    expect(mutate("a.ts", source)).toEqual([
      "guard A.m: class A { m() { ; c(); d(x); } }",
      "condition A.m: class A { m() { if (!(b)) return; c(); d(x); } }",
      "order A.m: class A { m() { if (b) return; d(x); c(); } }",
      "drop A.m: class A { m() { if (b) return; ; d(x); } }",
      "drop A.m: class A { m() { if (b) return; c(); ; } }",
    ]);
  });

  it("keep the meaning of what replaces a term", () => {
    expect(mutate("a.ts", "x = (a + b) * c;")).toContain("left : x = (a + b);");
  });

  it("leave types, imports and texts of errors", () => {
    const source = 'import { a } from "./1.ts"; type T = 1 | 2; throw new E("at", 1 + 2);';
    expect(mutate("a.ts", source)).toEqual([]);
  });
});

describe("mutants of WGSL", () => {
  it("change functions and constants, but no declarations or types", () => {
    expect(mutate("a.wgsl", "const N = 4u; @group(0) var<private> v: vec2<f32>;")).toEqual([
      "number : const N = 5u; @group(0) var<private> v: vec2<f32>;",
    ]);
    const source = "fn f(p: vec2f) -> f32 { return -p.x * max(p.y, 1.0); }";
    const tail = (line: string) => line.replace(/:.*\{ /, ": ");
    expect(mutate("a.wgsl", source).map(tail)).toEqual([
      "sign f: return p.x * max(p.y, 1.0); }",
      "axis f: return -p.y * max(p.y, 1.0); }",
      "scale f: return -p.x / max(p.y, 1.0); }",
      "bound f: return -p.x * min(p.y, 1.0); }",
      "arguments f: return -p.x * max(1.0, p.y); }",
      "axis f: return -p.x * max(p.x, 1.0); }",
      "number f: return -p.x * max(p.y, 2.0); }",
    ]);
  });
});
