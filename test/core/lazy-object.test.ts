import { describe, expect, it } from "vitest";
import { lazyObject } from "../../src/core/lazy-object.ts";

describe("lazyObject", () => {
  it("makes a field once when it is read, and no other", () => {
    const made: string[] = [];
    const object = lazyObject<{ a: number; b: number }>({
      a: () => made.push("a"),
      b: () => made.push("b"),
    });
    expect(made).toEqual([]);
    expect([object.b, object.b]).toEqual([1, 1]);
    expect(made).toEqual(["b"]);
  });

  it("has all fields in copies and as JSON", () => {
    const make = () => lazyObject<{ a: number; b: string }>({ a: () => 1, b: () => "x" });
    expect({ ...make() }).toEqual({ a: 1, b: "x" });
    expect(JSON.stringify(make())).toBe('{"a":1,"b":"x"}');
  });

  it("makes a field again after a failure", () => {
    let isBroken = true;
    const object = lazyObject<{ a: number }>({
      a() {
        if (isBroken) throw new Error("broken");
        return 1;
      },
    });
    expect(() => object.a).toThrow("broken");
    isBroken = false;
    expect(object.a).toBe(1);
  });
});
