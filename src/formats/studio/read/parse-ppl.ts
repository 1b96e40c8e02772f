import { StudioReader } from "./studio-reader.ts";

const PPL_VERSION = 0;
const FILE_HEADER_BYTES = 32;
const MESH_HEADER_BYTES = 32;
/** `IMAGE_FORMAT_RGB888`: the only one that the public compiler writes. */
const FORMAT_RGB888 = 2;
export const PPL_TEXEL_BYTES = 3;
/** A texture's, of the engine. */
const MAX_EDGE = 4096;

/** Light of one static prop, for the texels of its base texture: `texelslighting_<n>.ppl` of a map's pakfile. */
export interface Ppl {
  /** Of the MDL that it was made for. */
  readonly checksum: number;
  readonly meshCount: number;
  /** Meshes stand as the strip groups of the model's VTX do. */
  readonly meshWidth: Uint32Array;
  readonly meshHeight: Uint32Array;
  /** Of its texels in `bytes`: R, G, B, (light ^ (1 / 2.2)) / 2, row by row; then the mips that are there. */
  readonly meshOffset: Uint32Array;
  readonly meshByteLength: Uint32Array;
  readonly bytes: Uint8Array;
}

/**
 * Parses a PPL. Layout: Valve's public `hardwaretexels.h`; what is in it: `vradstaticprops.cpp`.
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
