/** Reads textures from content: always the header, and the texels while the budget has room. */

import { wholeFile } from "../../content/file-head.ts";
import type { FileHead } from "../../content/types.ts";
import { FormatError } from "../../core/errors.ts";
import type { TextureDimension } from "../../core/image.ts";
import type { Ledger } from "../../core/ledger.ts";
import { vtfHeadParser, vtfParser } from "../../formats/vtf/open-vtf.ts";
import { TEXTUREFLAGS_ENVMAP } from "../../formats/vtf/texture-flags.ts";
import type { Vtf } from "../../formats/vtf/types.ts";
import type { LightSideName } from "../../map/types.ts";
import type { LoadOptions } from "../open/events.ts";
import {
  type ContentAccess,
  parseOrWarn,
  readHeadOrWarn,
  readOrWarn,
  readRestOrWarn,
} from "../open/read-content.ts";

export type TextureOptions = Pick<
  LoadOptions,
  "textureCompressionBc" | "maxTextureDimension" | "textureBudgetBytes" | "plainMaterials"
> & {
  /**
   * Light that the textures are shown in, for textures with one file per light; "ldr" if omitted.
   */
  readonly side?: LightSideName;
  /**
   * Bytes of a file that are read first, for its header and the small mips, which a VTF stores
   * before large ones. Files are read whole if omitted.
   */
  readonly headBytes?: number;
};

/** A texture, and what of its file is in memory. */
export interface ReadTexture {
  readonly vtf: Vtf;
  /** Whether all of the file is in memory. If not, `vtf` has the mips of its head, or none. */
  readonly isHeld: boolean;
  /** Rest of the file; `null` if its head was not read separately. */
  readonly rest: UnreadRest | null;
}

export interface UnreadRest {
  readonly byteLength: number;
  readonly readWhole: NonNullable<FileHead["readWhole"]>;
}

/**
 * Reads a texture's file, or only its head if the options want that. It stays in memory if
 * the budget for waiting textures allows, else it is read again when it is needed. Returns `null`,
 * with a warning, if it is missing or broken.
 */
export async function readTextureFile(
  path: string,
  access: ContentAccess,
  options: TextureOptions,
  { dimension, accepts, isOptional = false }: WantedTexture,
): Promise<ReadTexture | null> {
  const { headBytes } = options;
  const head = await (headBytes === undefined
    ? readWholeHead(path, access)
    : readHeadOrWarn(access, path, headBytes, "unreadable-texture"));
  if (head === undefined) return null;
  if (head === null) {
    if (!isOptional) access.diagnostics.warn("missing-texture", path, `No texture ${path}.`);
    return null;
  }
  return openHead(path, head, access, (vtf) => {
    requireFittingVtf(vtf, options, dimension);
    return accepts?.(vtf) ?? true;
  });
}

export interface WantedTexture {
  readonly dimension: TextureDimension;
  /** Refuses a texture, without a warning, by returning false. */
  readonly accepts?: (vtf: Vtf) => boolean;
  /** Whether a missing file gives no warning. */
  readonly isOptional?: boolean;
}

async function readWholeHead(path: string, access: ContentAccess) {
  const bytes = await readOrWarn(access, path, "unreadable-texture");
  return bytes && wholeFile(bytes);
}

/** Parses a texture's head, or the whole file if the head does not suffice. */
async function openHead(
  path: string,
  head: FileHead,
  access: ContentAccess,
  accepts: (vtf: Vtf) => boolean,
): Promise<ReadTexture | null> {
  const { readWhole } = head;
  const parseHead = vtfHeadParser(head.bytes);
  if (readWhole !== null && parseHead !== null) {
    try {
      const vtf = parseHead(head.bytes, head.byteLength);
      if (!accepts(vtf)) return null;
      warnOfLostMips(vtf, path, access);
      const isKept = access.ledger.tryTake("heldBytes", head.bytes.length);
      const rest = { byteLength: head.byteLength - head.bytes.length, readWhole };
      return { vtf: isKept ? vtf : withoutTexels(vtf), isHeld: false, rest };
    } catch (error) {
      // The file may be sound: the whole of it decides.
      if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
    }
  }
  const bytes =
    readWhole === null
      ? head.bytes
      : await readRestOrWarn(access, path, readWhole, "unreadable-texture");
  if (bytes === undefined) return null;
  const vtf = await parseVtfFile(path, bytes, access, accepts);
  return vtf && holdTexture(vtf, access.ledger);
}

/** Parses a whole file, which may be cut short; `null`, with a warning, if it is broken. */
async function parseVtfFile(
  path: string,
  bytes: Uint8Array,
  access: ContentAccess,
  accepts: (vtf: Vtf) => boolean,
): Promise<Vtf | null> {
  const parseRare = await vtfParser(bytes);
  const parseHead = vtfHeadParser(bytes);
  const parse = () => {
    const vtf = parseHead?.(bytes, bytes.length) ?? parseRare(bytes);
    return accepts(vtf) ? vtf : null;
  };
  const vtf = parseOrWarn(access, path, "unreadable-texture", parse) ?? null;
  if (vtf !== null) warnOfLostMips(vtf, path, access);
  return vtf;
}

function warnOfLostMips(vtf: Vtf, path: string, { diagnostics }: ContentAccess): void {
  const { lostMips = 0, width, height } = vtf;
  if (lostMips === 0) return;
  const shown = `${Math.max(1, width >>> lostMips)}x${Math.max(1, height >>> lostMips)}`;
  const message = `${path} is cut short: its mips from ${shown} texels down are shown.`;
  diagnostics.warn("unreadable-texture", path, message);
}

function holdTexture(vtf: Vtf, ledger: Ledger): ReadTexture {
  const isHeld = ledger.tryTake("heldBytes", vtf.byteLength);
  return { vtf: isHeld ? vtf : withoutTexels(vtf), isHeld, rest: null };
}

/**
 * Reads a file again that was not kept in memory, or the rest of one of which only the head was
 * read. Returns `null`, with a warning, if that fails.
 */
export async function readVtf(
  path: string,
  access: ContentAccess,
  options: TextureOptions,
  dimension: TextureDimension,
  rest: UnreadRest | null = null,
): Promise<Vtf | null> {
  const bytes =
    rest === null
      ? await readOrWarn(access, path, "unreadable-texture")
      : await readRestOrWarn(access, path, rest.readWhole, "unreadable-texture", SMALL_MIPS_STAY);
  if (bytes === undefined) return null;
  if (bytes === null) {
    access.diagnostics.warn("missing-texture", path, `No texture ${path}.`);
    return null;
  }
  return parseVtfFile(path, bytes, access, (vtf) => {
    requireFittingVtf(vtf, options, dimension);
    return true;
  });
}

const SMALL_MIPS_STAY = ". Its small mips are shown.";

/**
 * Checks that a VTF has the wanted dimension, and a mip small enough for the device. Throws
 * FormatError.
 */
export function requireFittingVtf(
  vtf: Vtf,
  options: TextureOptions,
  dimension: TextureDimension = "2d",
): Vtf {
  const isCube = (vtf.flags & TEXTUREFLAGS_ENVMAP) !== 0;
  if (isCube !== (dimension === "cube") || (isCube && vtf.width !== vtf.height)) {
    throw new FormatError({
      format: "VTF",
      code: "unsupported",
      where: "header",
      offset: isCube ? 16 : 20,
      expected: dimension === "cube" ? "a cubemap of square faces" : "a 2D texture",
      found: `a ${isCube ? "cubemap" : "2D texture"} of ${vtf.width}x${vtf.height}`,
    });
  }
  const edge = Math.max(vtf.width, vtf.height) >>> (vtf.mipCount - 1);
  if (edge <= options.maxTextureDimension) return vtf;
  throw new FormatError({
    format: "VTF",
    code: "unsupported",
    where: "header",
    offset: 16,
    expected: `a mip of at most ${options.maxTextureDimension} texels, as the device takes`,
    found: String(edge),
  });
}

/** Returns the header without a reference to the file's bytes. */
function withoutTexels(vtf: Vtf): Vtf {
  const image = (): never => {
    throw new Error("visleaf bug: texels of a released file");
  };
  return { ...vtf, lowRes: null, resources: [], firstHeldMip: vtf.mipCount, image };
}
