/** Tests that big-endian console models are refused as such, not as an unknown format. */

import { expect, it } from "vitest";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import { catchFormatError } from "./catch-format-error.ts";
import { makeStudioFiles } from "./make-studio.ts";

const files = makeStudioFiles();

it.each([
  ["MDL", files.mdl, parseMdl, "bad-magic"],
  ["VVD", files.vvd, parseVvd, "bad-magic"],
  ["VTX", files.vtx, parseVtx, "bad-version"],
] as const)(
  "parsing %s of a console throws an error that names the console's byte order",
  (format, bytes, parse, otherwise) => {
    const turned = bytes.slice();
    turned.subarray(0, 4).reverse();
    expect(catchFormatError(() => parse(turned)).toJSON()).toMatchObject({
      format,
      code: "unsupported",
      offset: 0,
      expected: "a little-endian file",
      found: "a console's",
    });
    const spoilt = bytes.slice();
    spoilt[0] ^= 0x40;
    expect(catchFormatError(() => parse(spoilt)).code).toBe(otherwise);
  },
);
