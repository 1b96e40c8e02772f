import { expect, it } from "vitest";
import { ERROR_CATALOGUE } from "../../../src/core/error-catalogue.ts";
import { runVisleaf } from "../run-visleaf.ts";

it("explain prints a code's meaning, advice and example", async () => {
  const { code, stdout } = await runVisleaf("explain", "missing-texture");
  expect(code).toBe(0);
  const row = ERROR_CATALOGUE.find((row) => row.code === "missing-texture")!;
  expect(stdout.split("\n")).toEqual([
    "missing-texture (Warnings)",
    `  ${row.means}`,
    `  ${row.remedy}`,
    `  such as: ${row.example}`,
  ]);
});

it("explain accepts a whole message", async () => {
  const message = "BSP header at byte 4: expected version 17 to 25 or 27, found 99 [bad-version]";
  const { stdout } = await runVisleaf("explain", message, "--json");
  expect(JSON.parse(stdout)).toEqual([ERROR_CATALOGUE.find(({ example }) => example === message)]);
  const sentence = await runVisleaf("explain", "https://a/b.bsp was answered with status 503");
  expect(sentence.stdout).toMatch(
    /^failed .*\n {2}The server is in trouble\.\n {2}Try it again later\./,
  );
});

it("explain lists all codes without an argument", async () => {
  const { stdout } = await runVisleaf("explain", "--json");
  expect(JSON.parse(stdout)).toEqual(ERROR_CATALOGUE);
  const lines = (await runVisleaf("explain")).stdout.split("\n");
  for (const { code } of ERROR_CATALOGUE) {
    expect(lines.some((line) => line.startsWith(`  ${code} `))).toBe(true);
  }
});

it("explain ends in 1 for an unknown code, and for two codes", async () => {
  const { code, stderr } = await runVisleaf("explain", "bad-luck");
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'visleaf: no error has the code "bad-luck"',
  });
  expect((await runVisleaf("explain", "cycle", "syntax")).code).toBe(1);
});
