/** Reads baked light for the texels of a static prop (PPL). */

import { PPL_HEADER, PPL_MESH } from "../records/vertices.ts";
import { StudioReader } from "./studio-reader.ts";

const PPL_VERSION = 0;
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
  const header = PPL_HEADER.name;
  reader.header(header, PPL_HEADER.bytes);
  const version = reader.i32(PPL_HEADER.at.m_nVersion);
  if (version !== PPL_VERSION) {
    throw reader.error("bad-version", header, 0, `version ${PPL_VERSION}`, version);
  }
  const formatAt = PPL_HEADER.at.m_nTexelFormat;
  const format = reader.i32(formatAt);
  if (format !== FORMAT_RGB888) {
    const expected = `texels of format ${FORMAT_RGB888}`;
    throw reader.error("unsupported", "FileHeader_t.m_nTexelFormat", formatAt, expected, format);
  }
  const meshCountAt = PPL_HEADER.at.m_nMeshes;
  const meshCount = reader.i32(meshCountAt);
  reader.array(PPL_MESH.name, meshCountAt, meshCount, PPL_HEADER.bytes, PPL_MESH.bytes);
  const column = (at: number) =>
    Uint32Array.from({ length: meshCount }, (_, mesh) =>
      reader.i32(PPL_HEADER.bytes + mesh * PPL_MESH.bytes + at),
    );
  const ppl: Ppl = {
    checksum: reader.i32(PPL_HEADER.at.m_nChecksum),
    meshCount,
    meshOffset: column(PPL_MESH.at.m_nOffset),
    meshByteLength: column(PPL_MESH.at.m_nBytes),
    meshWidth: column(PPL_MESH.at.m_nWidth),
    meshHeight: column(PPL_MESH.at.m_nHeight),
    bytes,
  };
  for (let mesh = 0; mesh < meshCount; mesh++) {
    const at = PPL_HEADER.bytes + mesh * PPL_MESH.bytes;
    const [width, height] = [ppl.meshWidth[mesh], ppl.meshHeight[mesh]];
    if (!(width >= 1 && height >= 1 && width <= MAX_EDGE && height <= MAX_EDGE)) {
      const expected = `1 to ${MAX_EDGE} texels each way`;
      const widthAt = at + PPL_MESH.at.m_nWidth;
      const found = `${width} x ${height}`;
      throw reader.error("bad-value", PPL_MESH.name, widthAt, expected, found);
    }
    const byteLength = ppl.meshByteLength[mesh];
    if (byteLength < width * height * PPL_TEXEL_BYTES) {
      const expected = `texels of ${width} x ${height}`;
      const bytesAt = at + PPL_MESH.at.m_nBytes;
      throw reader.error("bad-value", "MeshHeader_t.m_nBytes", bytesAt, expected, byteLength);
    }
    const offsetAt = at + PPL_MESH.at.m_nOffset;
    reader.array("MeshHeader_t.m_nOffset", offsetAt, byteLength, ppl.meshOffset[mesh], 1);
  }
  return ppl;
}
