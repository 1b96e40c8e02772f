import { describe, expect, it } from "vitest";
import { lazyObject } from "../../src/core/lazy-object.ts";

describe("an object of which each field is made when it is asked for", () => {
  it("makes it once, and no other", () => {
    const made: string[] = [];
    const object = lazyObject<{ a: number; b: number }>({
      a: () => made.push("a"),
      b: () => made.push("b"),
    });
    expect(made).toEqual([]);
    expect([object.b, object.b]).toEqual([1, 1]);
    expect(made).toEqual(["b"]);
  });

  it("has all fields in its copies and as JSON", () => {
    const make = () => lazyObject<{ a: number; b: string }>({ a: () => 1, b: () => "x" });
    expect({ ...make() }).toEqual({ a: 1, b: "x" });
    expect(JSON.stringify(make())).toBe('{"a":1,"b":"x"}');
  });

  it("makes a field again where making it failed", () => {
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
