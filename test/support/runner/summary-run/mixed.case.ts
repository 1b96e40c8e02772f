import { describe, expect, it } from "vitest";

it("passes", () => expect(1 + 1).toBe(2));
it("passes too", () => expect("a").not.toBe("b"));
it("fails", () => expect(1 + 1).toBe(3));
it.skip("is skipped", () => expect.unreachable());
it.todo("is yet to be written");
describe.skipIf(true)("where something is missing", () => {
  it("is skipped with its group", () => expect.unreachable());
});
