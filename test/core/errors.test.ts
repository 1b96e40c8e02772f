import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/core/errors.ts";

const detail = {
  format: "SMD",
  code: "syntax",
  where: "nodes",
  offset: 0,
  line: 3,
  expected: 'id "name" parent',
} as const;

describe("FormatError", () => {
  it("quotes the found text, shortened if it is long", () => {
    expect(new FormatError({ ...detail, found: "0 root" }).message).toBe(
      'SMD nodes at line 3: expected id "name" parent, found 0 root [syntax]',
    );
    const error = new FormatError({ ...detail, found: "x".repeat(400_000) });
    expect(error.found).toBe(`${"x".repeat(80)}…`);
    expect(error.message).toContain(`found ${"x".repeat(80)}… [syntax]`);
  });

  it("shortens the file's names in `where` and `expected`", () => {
    const name = "n".repeat(1_000_000);
    const error = new FormatError({ ...detail, where: name, expected: `a value of ${name}` });
    expect(error.message.length).toBeLessThan(1000);
    expect(error.message).toMatch(/^SMD n+… at line 3: expected a value of n+… \[syntax\]$/);
    expect(JSON.stringify(error).length).toBeLessThan(2000);
  });

  it("stays the same when it is made again from its JSON", () => {
    const error = new FormatError({ ...detail, found: "y".repeat(100) });
    const again = new FormatError(error.toJSON());
    expect(again.message).toBe(error.message);
  });
});
