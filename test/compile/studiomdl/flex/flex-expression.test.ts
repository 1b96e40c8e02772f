import { describe, expect, it } from "vitest";
import {
  formatOperations,
  parseFlexExpression,
} from "../../../../src/compile/studiomdl/flex/flex-expression.ts";
import { FormatError } from "../../../../src/core/errors.ts";
import { FLEX_OP } from "../../../../src/formats/studio/rig/flex-types.ts";

const names = new Map<number, string>(Object.entries(FLEX_OP).map(([name, op]) => [op, name]));
/** Returns operations as text, such as "a b MUL". */
const shortOf = (text: string) =>
  parseFlexExpression(text, 7)
    .map(({ op, value, name }) =>
      op === FLEX_OP.CONST ? value : op === FLEX_OP.FETCH2 ? `%${name}` : name || names.get(op),
    )
    .join(" ");

describe("flex expressions", () => {
  it.each([
    ["smile", "smile"],
    ["a + b * c", "a b c MUL ADD"],
    ["(a + b) * c", "a b ADD c MUL"],
    ["a - b - c", "a b SUB c SUB"],
    ["a - (b - c)", "a b c SUB SUB"],
    ["a*(1-%b)", "a 1 %b SUB MUL"],
    ["min(a, max(b, 0.5)) / 2", "a b 0.5 MAX MIN 2 DIV"],
    ["-a * b", "a NEG b MUL"],
  ])('parse "%s" as "%s"', (text, operations) => {
    expect(shortOf(text)).toBe(operations);
    // The written text parses to the same operations.
    expect(shortOf(formatOperations(parseFlexExpression(text, 1))!)).toBe(operations);
  });

  it.each(["", "a +", "(a", "a b", "a $ b", "max(a)", ")"])('reject "%s"', (text) => {
    expect(() => parseFlexExpression(text, 3)).toThrow(FormatError);
  });

  it("reject nesting deeper than a model's stack", () => {
    expect(() => parseFlexExpression("(".repeat(1e5), 3)).toThrow(FormatError);
  });

  it("cannot express operations of later tools", () => {
    expect(formatOperations([{ op: FLEX_OP.COMBO, value: 0, name: "" }])).toBeNull();
  });
});
