/** Reads baked light for the texels of a static prop (PPL). */

import { StudioReader } from "./studio-reader.ts";

const PPL_VERSION = 0;
const FILE_HEADER_BYTES = 32;
const MESH_HEADER_BYTES = 32;
/** `IMAGE_FORMAT_RGB888`: the only format that the public compiler writes. */
const FORMAT_RGB888 = 2;
export const PPL_TEXEL_BYTES = 3;
/** Maximum texture size of the engine. */
const MAX_EDGE = 4096;

/** Baked light of one static prop by texel: `texelslighting_<n>.ppl` of a map's pakfile. */
export interface Ppl {
  /** Checksum of its MDL. */
  readonly checksum: number;
  readonly meshCount: number;
  /** Meshes are in the order of the strip groups of the model's VTX. */
  readonly meshWidth: Uint32Array;
  readonly meshHeight: Uint32Array;
  /**
   * Range of a mesh's texels in `bytes`: R, G, B, (light ^ (1 / 2.2)) / 2, row by row; followed by
   * the existing mips.
   */
  readonly meshOffset: Uint32Array;
  readonly meshByteLength: Uint32Array;
  readonly bytes: Uint8Array;
}

/**
 * Parses a PPL. Layout: Valve's public `hardwaretexels.h`; contents: `vradstaticprops.cpp`.
 * @throws FormatError; `unsupported` for texels that are not three bytes
 */
export function parsePpl(bytes: Uint8Array): Ppl {
  const reader = new StudioReader("PPL", bytes);
  reader.header("FileHeader_t", FILE_HEADER_BYTES);
  const version = reader.i32(0);
  if (version !== PPL_VERSION) {
    throw reader.error("bad-version", "FileHeader_t", 0, `version ${PPL_VERSION}`, version);
  }
  const format = reader.i32(8);
  if (format !== FORMAT_RGB888) {
    const expected = `texels of format ${FORMAT_RGB888}`;
    throw reader.error("unsupported", "FileHeader_t.m_nTexelFormat", 8, expected, format);
  }
  const meshCount = reader.i32(12);
  reader.array("MeshHeader_t", 12, meshCount, FILE_HEADER_BYTES, MESH_HEADER_BYTES);
  const column = (at: number) =>
    Uint32Array.from({ length: meshCount }, (_, mesh) =>
      reader.i32(FILE_HEADER_BYTES + mesh * MESH_HEADER_BYTES + at),
    );
  const ppl: Ppl = {
    checksum: reader.i32(4),
    meshCount,
    meshOffset: column(4),
    meshByteLength: column(8),
    meshWidth: column(12),
    meshHeight: column(16),
    bytes,
  };
  for (let mesh = 0; mesh < meshCount; mesh++) {
    const at = FILE_HEADER_BYTES + mesh * MESH_HEADER_BYTES;
    const [width, height] = [ppl.meshWidth[mesh], ppl.meshHeight[mesh]];
    if (!(width >= 1 && height >= 1 && width <= MAX_EDGE && height <= MAX_EDGE)) {
      const expected = `1 to ${MAX_EDGE} texels each way`;
      throw reader.error("bad-value", "MeshHeader_t", at + 12, expected, `${width} x ${height}`);
    }
    const byteLength = ppl.meshByteLength[mesh];
    if (byteLength < width * height * PPL_TEXEL_BYTES) {
      const expected = `texels of ${width} x ${height}`;
      throw reader.error("bad-value", "MeshHeader_t.m_nBytes", at + 8, expected, byteLength);
    }
    reader.array("MeshHeader_t.m_nOffset", at + 4, byteLength, ppl.meshOffset[mesh], 1);
  }
  return ppl;
}
