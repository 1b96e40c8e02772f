import { expect, it } from "vitest";
import { tellOnce } from "../../../src/cli/serve/serve-requests.ts";

it("tellOnce reports each message once, shortened, and only a limited number", () => {
  const told: string[] = [];
  const tell = tellOnce((message) => void told.push(message));
  for (let i = 0; i < 3; i++) tell("the same");
  expect(told).toEqual(["the same"]);
  tell("x".repeat(100_000));
  expect(told[1].length).toBeLessThan(500);
  for (let i = 0; i < 1000; i++) tell(`another ${i}`);
  expect(told.length).toBe(51);
  expect(told.at(-1)).toMatch(/further messages are left out/);
});
