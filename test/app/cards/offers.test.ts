import { expect, it } from "vitest";
import { describeLacking } from "../../../src/app/cards/offers.ts";
import type { Warning, WarningCode } from "../../../src/viewer/index.ts";

const warn = (code: WarningCode): Warning => ({ code, subject: "x", message: "y", count: 1 });

it.each([
  [[], null],
  [["damaged-section", "lighting"], null],
  [["missing-texture"], "1 texture is missing"],
  [["missing-model"], "1 model is missing"],
  [["missing-texture", "missing-material", "missing-model"], "2 textures and 1 model are missing"],
] as const)("of %j a game's folder would bring: %s", (codes, text) => {
  expect(describeLacking(codes.map(warn))).toBe(text);
});
