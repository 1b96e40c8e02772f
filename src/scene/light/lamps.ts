/** Reads the projected textures of a map as it starts, and the images that they may show. */

import { readOutput } from "../../formats/bsp/read/parse-output.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import { decodeVtfImage, isHdrFormat } from "../../formats/vtf/decode-vtf-image.ts";
import type { Vtf } from "../../formats/vtf/types.ts";
import {
  DEFAULT_LAMP_TEXTURE,
  LAMP,
  LAMP_TEXTURE_EDGE,
  LAMP_TEXTURE_MIPS,
  lampTextureName,
  writeLamp,
} from "../../map/motion/lamp-row.ts";
import type { LampSet } from "../../map/motion/lamps.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import { type ContentAccess, parseOrWarn } from "../open/read-content.ts";
import { classOf } from "../start/entity-values.ts";
import { readTextureFile, type TextureOptions } from "../textures/read-vtf.ts";

const LAMP_CLASS = "env_projectedtexture";

/** Most textures that the lamps of a map may show, layers of one array. */
const MOST_TEXTURES = 16;
const STARTS_ON = 1;

/** Returns `null` if the map has no projected texture. */
export async function buildLamps(
  entities: readonly Entity[],
  access: ContentAccess,
  options: TextureOptions,
): Promise<LampSet | null> {
  const entity = entities.flatMap((each, row) => (classOf(each) === LAMP_CLASS ? [row] : []));
  if (entity.length === 0) return null;
  const rows = new Float32Array(entity.length * LAMP.strideFloats);
  const textures = entity.map((row, lamp) => {
    writeLampAtStart(rows, lamp, entities[row]);
    const of = entities[row];
    return lampTextureName(of.get("texturename") ?? "", parseInteger(of.get("textureframe")));
  });
  const wanted = [...new Set([DEFAULT_LAMP_TEXTURE, ...textures, ...listLaterTextures(entities)])];
  if (wanted.length > MOST_TEXTURES) {
    const message = `Only the first ${MOST_TEXTURES} of ${wanted.length} projected textures are shown.`;
    access.diagnostics.warn("over-budget", LAMP_CLASS, message);
  }
  const names = wanted.slice(0, MOST_TEXTURES);
  const texels = await Promise.all(names.map((name) => readLampTexture(name, access, options)));
  return {
    start: { version: 0, count: entity.length, rows, textures },
    entity: Int32Array.from(entity),
    names,
    texels,
  };
}

function writeLampAtStart(rows: Float32Array, lamp: number, entity: Entity): void {
  const number = (key: string, otherwise: number) => {
    const value = Number.parseFloat(entity.get(key) ?? "");
    return Number.isFinite(value) ? value : otherwise;
  };
  const isOn = (key: string, otherwise: boolean) => {
    const value = entity.get(key);
    return value === undefined ? otherwise : parseInteger(value) !== 0;
  };
  const isMapbase = entity.get("projectedtextureversion") !== undefined;
  writeLamp(rows, lamp, {
    color: entity.get("lightcolor") ?? "255 255 255 255",
    brightness: number("brightnessscale", 1),
    fov: number("lightfov", 45),
    horizontalFov: number("lighthorfov", 0),
    nearZ: number("nearz", 4),
    farZ: number("farz", 750),
    constant: number("constant_attn", -1),
    linear: number("linear_attn", -1),
    quadratic: number("quadratic_attn", -1),
    shadowAttenuation: number("shadowatten", 0),
    hasLinearColor: isMapbase,
    isOn: !isMapbase || (parseInteger(entity.get("spawnflags")) & STARTS_ON) !== 0,
    hasShadows: isOn("enableshadows", false),
    lightsWorld: isOn("lightworld", true),
  });
  const [x, y, z] = parseVector(entity.get("origin"));
  const [pitch, yaw, roll] = parseVector(entity.get("angles"));
  writeMatrix3x4(rows, lamp * LAMP.strideFloats + LAMP.place, pitch, yaw, roll, x, y, z);
}

/** Lists the textures that outputs of the map may set. */
function listLaterTextures(entities: readonly Entity[]): string[] {
  const names: string[] = [];
  for (const { pairs } of entities) {
    for (const [key, value] of pairs) {
      if (!value.toLowerCase().includes("spotlighttexture")) continue;
      const { input, parameter } = readOutput(key, value);
      if (input.toLowerCase() === "spotlighttexture") names.push(lampTextureName(parameter));
    }
  }
  return names;
}

const NO_TEXELS = new Uint8Array(0);

/** Reads a texture as RGBA of the size that all lamps share; empty, with a warning, if it is missing. */
async function readLampTexture(
  named: string,
  access: ContentAccess,
  options: TextureOptions,
): Promise<Uint8Array> {
  const [name, frame = "0"] = named.split("@");
  const path = `materials/${name}.vtf`;
  const whole = { ...options, headBytes: undefined };
  const read = await readTextureFile(path, access, whole, { dimension: "2d" });
  if (read === null) return NO_TEXELS;
  const decode = () => scaleTexels(read.vtf, Math.min(Number(frame), read.vtf.frameCount - 1));
  const texels = parseOrWarn(access, path, "unreadable-texture", decode);
  return texels ?? NO_TEXELS;
}

/** Scales the nearest larger mip to the common size, and halves it for the others. */
function scaleTexels(vtf: Vtf, frame: number): Uint8Array {
  let mip = vtf.lostMips ?? 0;
  const isEnough = (size: number) => size >> (mip + 1) >= LAMP_TEXTURE_EDGE;
  while (mip + 1 < vtf.mipCount && isEnough(vtf.width) && isEnough(vtf.height)) mip++;
  const source = decodeVtfImage(vtf, mip, frame);
  const [width, height] = [Math.max(1, vtf.width >> mip), Math.max(1, vtf.height >> mip)];
  const from = isHdrFormat(vtf) ? encodeHalfFloats(source) : source;
  const levels: Uint8Array[] = [resample(from, width, height)];
  for (let level = 1; level < LAMP_TEXTURE_MIPS; level++) {
    levels.push(halve(levels[level - 1], LAMP_TEXTURE_EDGE >> (level - 1)));
  }
  const texels = new Uint8Array(levels.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const level of levels) {
    texels.set(level, at);
    at += level.length;
  }
  return texels;
}

/** Resamples RGBA texels to the common size, linearly between texels. */
function resample(from: Uint8Array, width: number, height: number): Uint8Array {
  const edge = LAMP_TEXTURE_EDGE;
  if (width === edge && height === edge) return from.slice(0, edge * edge * 4);
  const out = new Uint8Array(edge * edge * 4);
  for (let y = 0; y < edge; y++) {
    const [top, bottom, down] = between(y, edge, height);
    for (let x = 0; x < edge; x++) {
      const [left, right, across] = between(x, edge, width);
      for (let k = 0; k < 4; k++) {
        const texel = (column: number, row: number) => from[(row * width + column) * 4 + k];
        const upper = texel(left, top) * (1 - across) + texel(right, top) * across;
        const lower = texel(left, bottom) * (1 - across) + texel(right, bottom) * across;
        out[(y * edge + x) * 4 + k] = upper * (1 - down) + lower * down;
      }
    }
  }
  return out;
}

/** Returns the two texels around a place, and the share of the second. */
function between(at: number, edge: number, size: number): [number, number, number] {
  const place = Math.min(Math.max(((at + 0.5) * size) / edge - 0.5, 0), size - 1);
  const first = Math.floor(place);
  return [first, Math.min(first + 1, size - 1), place - first];
}

function halve(from: Uint8Array, edge: number): Uint8Array {
  const half = edge >> 1;
  const out = new Uint8Array(half * half * 4);
  for (let i = 0; i < out.length; i++) {
    const [x, y, k] = [(i >> 2) % half, Math.floor((i >> 2) / half), i & 3];
    const at = (y * 2 * edge + x * 2) * 4 + k;
    out[i] = (from[at] + from[at + 4] + from[at + edge * 4] + from[at + edge * 4 + 4]) / 4;
  }
  return out;
}

/** Encodes RGBA half floats as sRGB bytes. */
function encodeHalfFloats(source: Uint8Array): Uint8Array {
  const halves = new Uint16Array(source.buffer, source.byteOffset, source.byteLength / 2);
  return Uint8Array.from(halves, (half, i) => {
    const exponent = (half >> 10) & 31;
    const value = exponent === 0 ? 0 : (1 + (half & 1023) / 1024) * 2 ** (exponent - 15);
    const level = Math.min(half >> 15 === 1 ? 0 : value, 1);
    return Math.round((i % 4 === 3 ? level : level ** (1 / 2.2)) * 255);
  });
}
