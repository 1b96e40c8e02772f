/** All images of a console's file in one: Valve's LZMA, as lumps are packed, header and all. */

import { FormatError, type FormatErrorCode } from "../../../core/errors.ts";
import { decompressLzma } from "../../lzma/decompress-lzma.ts";
import { VALVE_LZMA_HEADER_BYTES } from "../../lzma/valve-lzma-header.ts";
import type { RareVtfs } from "../types.ts";
import { swapWords } from "./swap-words.ts";

function fail(code: FormatErrorCode, offset: number, expected: string, found: number) {
  const where = "compressed image";
  return new FormatError({ format: "VTF", code, where, offset, expected, found: String(found) });
}

/**
 * What was unpacked last, of one file whichever: textures that are held count by their files' bytes.
 * Smaller mips come first, so that it is their images up to some mip.
 */
let kept: { readonly of: Uint8Array; readonly bytes: Uint8Array } | null = null;

/**
 * What opens such images: sizes are checked then. Unpacked is when one is asked for, and no farther
 * than its mip goes.
 * @param swapBytes the words that are turned round after that
 */
export function openLzmaImages(swapBytes: number): RareVtfs["openImages"] {
  return ({ bytes, imageOffset, mipBytes, perMip }) => {
    const data = bytes.subarray(imageOffset);
    if (data.length < VALVE_LZMA_HEADER_BYTES) {
      throw fail("truncated", 0, `${VALVE_LZMA_HEADER_BYTES} bytes of LZMA's header`, data.length);
    }
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const byteLength = mipBytes.reduce((sum, bytes) => sum + bytes * perMip, 0);
    if (view.getUint32(4, true) !== byteLength) {
      throw fail("mismatch", 4, `${byteLength} bytes unpacked`, view.getUint32(4, true));
    }
    const packed = view.getUint32(8, true);
    if (packed > data.length - VALVE_LZMA_HEADER_BYTES) {
      const found = data.length - VALVE_LZMA_HEADER_BYTES;
      throw fail("truncated", 8, `${packed} compressed bytes`, found);
    }
    const properties = data.subarray(12, VALVE_LZMA_HEADER_BYTES);
    const body = data.subarray(VALVE_LZMA_HEADER_BYTES, VALVE_LZMA_HEADER_BYTES + packed);
    const unpack = (needed: number): Uint8Array => {
      if (kept?.of === data && kept.bytes.length >= needed) return kept.bytes;
      const bytes = decompressLzma(properties, body, needed, "compressed image");
      swapWords(bytes, swapBytes);
      kept = { of: data, bytes };
      return bytes;
    };
    return (mip, index) => {
      let start = 0;
      for (let i = mip + 1; i < mipBytes.length; i++) start += mipBytes[i] * perMip;
      const images = unpack(start + mipBytes[mip] * perMip);
      start += index * mipBytes[mip];
      return images.subarray(start, start + mipBytes[mip]);
    };
  };
}
