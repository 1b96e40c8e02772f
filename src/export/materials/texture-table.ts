/** Exports textures to glTF images. */

import { vtfParser } from "../../formats/vtf/open-vtf.ts";
import { TEXTUREFLAGS_CLAMPS, TEXTUREFLAGS_CLAMPT } from "../../formats/vtf/texture-flags.ts";
import type { Vtf } from "../../formats/vtf/types.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../../scene/open/read-content.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import { encodePng } from "./encode-png.ts";
import { hasAlpha, readPixels, type TexturePixels } from "./texture-pixels.ts";

/** WebGL constants of samplers. */
const LINEAR = 9729;
const LINEAR_MIPMAP_LINEAR = 9987;
const REPEAT = 10497;
const CLAMP_TO_EDGE = 33071;

export interface AddedTexture {
  /** Row of `Gltf.textures`. */
  readonly index: number;
  readonly hasAlpha: boolean;
}

/** Textures as pictures in the buffer. Each texture and change is stored once. */
export class GltfTextureTable {
  readonly #builder: GltfBuilder;
  readonly #access: ContentAccess;
  readonly #maxSize: number;
  readonly #added = new Map<string, Promise<AddedTexture | null>>();
  readonly #samplers = new Map<string, number>();

  /** @param maxSize largest edge in texels, if the texture has a mip that small */
  constructor(builder: GltfBuilder, access: ContentAccess, maxSize: number) {
    this.#builder = builder;
    this.#access = access;
    this.#maxSize = maxSize;
  }

  /**
   * Returns a texture after a change; `null`, with a warning, if it is missing. `use` identifies
   * the change, so that each change is made once.
   */
  add(
    name: string,
    use: string,
    keepsAlpha: boolean,
    change: (pixels: TexturePixels) => TexturePixels = (pixels) => pixels,
  ): Promise<AddedTexture | null> {
    const key = `${name}|${use}|${keepsAlpha}`;
    let added = this.#added.get(key);
    if (added === undefined) {
      added = this.#read(name, use, keepsAlpha, change);
      this.#added.set(key, added);
    }
    return added;
  }

  /** Adds a given picture, clamped at its edges. */
  addPicture(name: string, pixels: TexturePixels, keepsAlpha: boolean): number {
    return this.#push(name, pixels, keepsAlpha, CLAMP_TO_EDGE, CLAMP_TO_EDGE);
  }

  async #read(
    name: string,
    use: string,
    keepsAlpha: boolean,
    change: (pixels: TexturePixels) => TexturePixels,
  ): Promise<AddedTexture | null> {
    const path = `materials/${name}.vtf`;
    const bytes = await readOrWarn(this.#access, path, "unreadable-texture");
    if (bytes === undefined) return null;
    if (bytes === null) {
      this.#access.diagnostics.warn("missing-texture", path, `No texture ${path}.`);
      return null;
    }
    this.#access.ledger.addInput(bytes.length);
    const parseVtf = await vtfParser(bytes);
    const read = () => {
      const vtf = parseVtf(bytes);
      return { vtf, pixels: change(readPixels(vtf, this.#maxSize)) };
    };
    const found = parseOrWarn(this.#access, path, "unreadable-texture", read);
    if (found === undefined) return null;
    const { vtf, pixels } = found;
    const isTransparent = keepsAlpha && hasAlpha(pixels);
    const wrapS = wrapOf(vtf, TEXTUREFLAGS_CLAMPS);
    const wrapT = wrapOf(vtf, TEXTUREFLAGS_CLAMPT);
    const title = use === "" ? name : `${name} (${use})`;
    return {
      index: this.#push(title, pixels, isTransparent, wrapS, wrapT),
      hasAlpha: isTransparent,
    };
  }

  #push(
    name: string,
    pixels: TexturePixels,
    keepsAlpha: boolean,
    wrapS: number,
    wrapT: number,
  ): number {
    const { json } = this.#builder;
    const png = encodePng(pixels.width, pixels.height, pixels.rgba, keepsAlpha);
    const bufferView = this.#builder.addView(png);
    const source = json.images.push({ name, bufferView, mimeType: "image/png" }) - 1;
    const key = `${wrapS} ${wrapT}`;
    let sampler = this.#samplers.get(key);
    if (sampler === undefined) {
      const filters = { magFilter: LINEAR, minFilter: LINEAR_MIPMAP_LINEAR };
      sampler = json.samplers.push({ ...filters, wrapS, wrapT }) - 1;
      this.#samplers.set(key, sampler);
    }
    return json.textures.push({ name, source, sampler }) - 1;
  }
}

function wrapOf({ flags }: Vtf, clamp: number): number {
  return (flags & clamp) !== 0 ? CLAMP_TO_EDGE : REPEAT;
}
