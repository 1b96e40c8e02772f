/**
 * The pixel formats from 30 on, which branches of the engine number differently.
 *
 * Up to 7.4 as `bitmap/imageformat.h` of the SDK of 2013 has them, from 7.5 on as the games since Alien
 * Swarm do; 69 to 74 are Strata's. Later numbers and the two that both give ATI2N and ATI1N are as
 * sourcepp (vtfpp) reads them: 34 and 35 are depth buffers of old cards up to 7.4, which no file holds.
 */

import { FormatError } from "../../../core/errors.ts";
import { decodeBc } from "../decode-bc.ts";
import type { RareFormat } from "../types.ts";
import { decodeBc6h } from "./decode-bc6h.ts";
import { decodeBc7 } from "./decode-bc7.ts";
import {
  type DecodeImage,
  decodeAti2n,
  decodeBc4,
  decodeBc5,
  decodeBgra1010102,
  decodeFloats,
  decodeR8,
  decodeRgba1010102,
  decodeRgbx8888,
} from "./decode-rare-texels.ts";

function texels(name: string, bytes: number, decode: DecodeImage, isHdr = false): RareFormat {
  return { name, blockTexels: 1, blockBytes: bytes, isHdr, decode };
}

function blocks(name: string, bytes: number, decode: DecodeImage, isHdr = false): RareFormat {
  return { name, blockTexels: 4, blockBytes: bytes, isHdr, decode };
}

/** A format whose size is known and whose texels are no picture, or none that is read. */
function refused(name: string): DecodeImage {
  return () => {
    throw new FormatError({
      format: "VTF",
      code: "unsupported",
      where: "header",
      offset: 52,
      expected: "an image format with a decoder",
      found: name,
    });
  };
}

const depth = (name: string, bytes: number) => texels(name, bytes, refused(name));

const ATI2N = blocks("ATI2N", 16, decodeAti2n);
const ATI1N = blocks("ATI1N", 8, decodeBc4);

const UP_TO_7_4: Readonly<Record<number, RareFormat>> = {
  30: depth("NV_DST16", 2),
  31: depth("NV_DST24", 4),
  32: depth("NV_INTZ", 4),
  33: depth("NV_RAWZ", 4),
  34: ATI2N,
  35: ATI1N,
  36: depth("NV_NULL", 4),
  37: ATI2N,
  38: ATI1N,
  39: blocks("DXT1_RUNTIME", 8, (stored, width, height) => decodeBc(1, stored, width, height)),
  40: blocks("DXT5_RUNTIME", 16, (stored, width, height) => decodeBc(3, stored, width, height)),
};

const FROM_7_5: Readonly<Record<number, RareFormat>> = {
  30: texels("RG1616F", 4, decodeFloats(2, 2), true),
  31: texels("RG3232F", 8, decodeFloats(2, 4), true),
  32: texels("RGBX8888", 4, decodeRgbx8888),
  33: depth("NV_NULL", 4),
  34: ATI2N,
  35: ATI1N,
  36: texels("RGBA1010102", 4, decodeRgba1010102),
  37: texels("BGRA1010102", 4, decodeBgra1010102),
  38: texels("R16F", 2, decodeFloats(1, 2), true),
};

const STRATA: Readonly<Record<number, RareFormat>> = {
  69: texels("R8", 1, decodeR8),
  70: blocks("BC7", 16, decodeBc7),
  71: blocks("BC6H_SF", 16, decodeBc6h(true), true),
  72: blocks("BC6H_UF", 16, decodeBc6h(false), true),
  73: blocks("BC5", 16, decodeBc5),
  74: blocks("BC4", 8, decodeBc4),
};

/** The format of a number; undefined below 30, and where no game is known to use it. */
export function rareFormatOf(format: number, minorVersion: number): RareFormat | undefined {
  return STRATA[format] ?? (minorVersion < 5 ? UP_TO_7_4 : FROM_7_5)[format];
}

/** All of them, for what counts or names them. */
export const RARE_FORMATS: readonly { number: number; minorVersion: number; format: RareFormat }[] =
  [[4, UP_TO_7_4] as const, [5, FROM_7_5] as const, [6, STRATA] as const].flatMap(
    ([minorVersion, table]) =>
      Object.entries(table).map(([number, format]) => ({
        ...{ number: Number(number), minorVersion, format },
      })),
  );
