import { describe, expect, it } from "vitest";
import { describeError, describeFault } from "../../src/app/messages.ts";
import { FormatError, type FormatErrorCode } from "../../src/core/errors.ts";

function badFile(code: FormatErrorCode): FormatError {
  return new FormatError({
    format: "BSP",
    code,
    where: "header",
    offset: 0,
    expected: "VBSP",
  });
}

describe("describeError", () => {
  it("has the error's line and advice", async () => {
    const error = badFile("bad-magic");
    expect(await describeError(error, "x")).toEqual({
      title: "Could not open x",
      detail: error.message,
      advice: expect.stringContaining("not a compiled Source map"),
    });
  });

  it("has different advice for each error code", async () => {
    const codes = ["bad-magic", "bad-version", "truncated", "bad-index"] as const;
    const texts = await Promise.all(codes.map((code) => describeError(badFile(code), "x")));
    expect(new Set(texts.map(({ advice }) => advice)).size).toBe(codes.length);
    // Archives are opened without unpacking, so that no advice mentions it.
    for (const { advice } of texts) expect(advice).not.toMatch(/unpack/i);
  });

  it.each([
    ["https://a/b.bsp was answered with status 404: there is no such file", /address/],
    ["https://a/b.bsp was answered with status 503", /later/],
    ["there are 3 maps in a.zip, and none was named: x, y, z", /list of maps/],
    ["x.bsp can no longer be read (moved); pick it again", /Add its folder again/],
    ["the browser was not allowed to read hl2", /grant access/],
    ["a.zip has no maps and no game content in it", /with a \.bsp in it/],
    ["a.zip has no maps and no game content in it, but a map's source: x.vmf", /Compile x\.vmf/],
    ["a.zip has no maps and no game content in it, but another archive: x.7z", /open x\.7z/],
    ["something else", /Try again/],
  ])("gives advice for %j", async (message, advice) => {
    expect((await describeError(new Error(message), "x")).advice).toMatch(advice);
    expect(await describeFault(new Error(message))).toMatchObject({
      title: "That did not work",
      detail: message,
      advice: expect.stringMatching(advice),
    });
  });
});
