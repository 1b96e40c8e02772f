/** Builds a glTF and packs it as GLB. */

import { FormatError, type FormatName } from "../../core/errors.ts";
import type { Ledger } from "../../core/ledger.ts";
import {
  type AccessorType,
  COMPONENTS,
  FLOAT,
  type Gltf,
  type GltfAccessor,
  UNSIGNED_BYTE,
  UNSIGNED_INT,
  UNSIGNED_SHORT,
} from "./gltf-types.ts";

// Container of glTF 2.0 ("GLB file format"): header, JSON and buffer, each 4-byte aligned.

/** "glTF", "JSON" and "BIN\0", little-endian. */
const MAGIC = 0x46546c67;
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const SPACE = 0x20;

/** @param byteLength total length of the chunks, a multiple of 4 */
function packGlb(json: string, chunks: readonly Uint8Array[], byteLength: number): Uint8Array {
  const text = new TextEncoder().encode(json);
  const textLength = (text.length + 3) & ~3;
  const binaryLength = byteLength === 0 ? 0 : CHUNK_HEADER_BYTES + byteLength;
  const glb = new Uint8Array(HEADER_BYTES + CHUNK_HEADER_BYTES + textLength + binaryLength);
  const view = new DataView(glb.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, glb.length, true);
  view.setUint32(12, textLength, true);
  view.setUint32(16, CHUNK_JSON, true);
  let at = HEADER_BYTES + CHUNK_HEADER_BYTES;
  glb.set(text, at);
  glb.fill(SPACE, at + text.length, at + textLength);
  at += textLength;
  if (byteLength === 0) return glb;
  view.setUint32(at, byteLength, true);
  view.setUint32(at + 4, CHUNK_BIN, true);
  at += CHUNK_HEADER_BYTES;
  for (const chunk of chunks) {
    glb.set(chunk, at);
    at += chunk.length;
  }
  return glb;
}

export type AccessorValues = Float32Array | Uint8Array | Uint16Array | Uint32Array;

export interface AccessorOptions {
  /** `ARRAY_BUFFER` or `ELEMENT_ARRAY_BUFFER`. */
  readonly target?: number;
  /**
   * True to write minimum and maximum of each component, required for positions and times of
   * animations.
   */
  readonly bounds?: boolean;
  readonly normalized?: true;
}

/** Lists that the specification requires to be omitted if empty. */
const LISTS = [
  "nodes",
  "meshes",
  "skins",
  "animations",
  "materials",
  "textures",
  "images",
  "samplers",
  "accessors",
  "bufferViews",
  "extensionsUsed",
] as const;

function componentTypeOf(values: AccessorValues): number {
  if (values instanceof Float32Array) return FLOAT;
  if (values instanceof Uint8Array) return UNSIGNED_BYTE;
  return values instanceof Uint16Array ? UNSIGNED_SHORT : UNSIGNED_INT;
}

/**
 * Builder of a glTF: its JSON, which the caller fills, and a single buffer. All bytes are taken
 * from the ledger first, and numbers that are not finite are rejected.
 */
export class GltfBuilder {
  readonly json: Gltf = {
    asset: { version: "2.0", generator: "visleaf" },
    scene: 0,
    scenes: [],
    nodes: [],
    meshes: [],
    skins: [],
    animations: [],
    materials: [],
    textures: [],
    images: [],
    samplers: [],
    accessors: [],
    bufferViews: [],
    extensionsUsed: [],
  };
  readonly #format: FormatName;
  readonly #ledger: Ledger;
  readonly #chunks: Uint8Array[] = [];
  readonly #zeros = new Map<string, number>();
  #byteLength = 0;

  /** @param format format of the exported file, for errors */
  constructor(ledger: Ledger, format: FormatName) {
    this.#ledger = ledger;
    this.#format = format;
  }

  /**
   * Adds a view of bytes, without copying them, and returns its row. Throws FormatError
   * (too-large).
   */
  addView(values: ArrayBufferView, target?: number): number {
    this.#ledger.take("exportBytes", values.byteLength + 3, "glTF buffer", this.#format);
    if (values instanceof Float32Array) {
      const at = values.findIndex((value) => !Number.isFinite(value));
      if (at >= 0) throw this.#notFinite(String(values[at]));
    }
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    this.#chunks.push(bytes);
    const view = { buffer: 0 as const, byteOffset: this.#byteLength, byteLength: bytes.length };
    const padding = -bytes.length & 3;
    if (padding > 0) this.#chunks.push(new Uint8Array(padding));
    this.#byteLength += bytes.length + padding;
    return this.json.bufferViews.push(target === undefined ? view : { ...view, target }) - 1;
  }

  addAccessor(values: AccessorValues, type: AccessorType, options: AccessorOptions = {}): number {
    return this.#push({
      bufferView: this.addView(values, options.target),
      componentType: componentTypeOf(values),
      ...(options.normalized === undefined ? {} : { normalized: options.normalized }),
      count: values.length / COMPONENTS[type],
      type,
      ...(options.bounds === true ? measureBounds(values, COMPONENTS[type]) : {}),
    });
  }

  /**
   * Adds an accessor that is zero except in some rows, whose components are in `values`. Rows
   * ascend. All accessors with only zeros and the same count are shared.
   */
  addSparse(
    count: number,
    rows: Uint32Array,
    values: Float32Array,
    type: AccessorType,
    bounds: boolean,
  ): number {
    const components = COMPONENTS[type];
    const limits = bounds ? sparseBounds(values, components, rows.length < count) : {};
    const head = { componentType: FLOAT, count, type, ...limits };
    if (rows.length === 0) return this.#zero(head);
    const isShort = count <= 0xffff;
    const indices = isShort ? Uint16Array.from(rows) : rows;
    return this.#push({
      ...head,
      sparse: {
        count: rows.length,
        indices: {
          bufferView: this.addView(indices),
          componentType: isShort ? UNSIGNED_SHORT : UNSIGNED_INT,
        },
        values: { bufferView: this.addView(values) },
      },
    });
  }

  useExtension(name: string): void {
    if (!this.json.extensionsUsed.includes(name)) this.json.extensionsUsed.push(name);
  }

  /** Returns the bytes of the `.glb`. Throws FormatError if a number is not finite. */
  finish(): Uint8Array {
    const json: Partial<Gltf> & { buffers?: unknown } = { ...this.json };
    for (const list of LISTS) if (this.json[list].length === 0) delete json[list];
    if (this.#byteLength > 0) json.buffers = [{ byteLength: this.#byteLength }];
    const text = JSON.stringify(json, (key, value: unknown) => {
      if (typeof value === "number" && !Number.isFinite(value)) {
        throw this.#notFinite(`${value} for ${key}`);
      }
      return value;
    });
    return packGlb(text, this.#chunks, this.#byteLength);
  }

  #notFinite(found: string): FormatError {
    return new FormatError({
      format: this.#format,
      code: "bad-value",
      where: "what is exported",
      offset: 0,
      expected: "finite numbers",
      found,
    });
  }

  #zero(head: GltfAccessor): number {
    const key = JSON.stringify(head);
    let row = this.#zeros.get(key);
    if (row === undefined) {
      row = this.#push(head);
      this.#zeros.set(key, row);
    }
    return row;
  }

  #push(accessor: GltfAccessor): number {
    return this.json.accessors.push(accessor) - 1;
  }
}

function measureBounds(values: ArrayLike<number>, components: number) {
  const min = new Array<number>(components).fill(Number.POSITIVE_INFINITY);
  const max = new Array<number>(components).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < values.length; i++) {
    const axis = i % components;
    if (values[i] < min[axis]) min[axis] = values[i];
    if (values[i] > max[axis]) max[axis] = values[i];
  }
  return { min, max };
}

/** Returns the bounds of the given rows, and of zero if other rows remain. */
function sparseBounds(values: Float32Array, components: number, hasZeros: boolean) {
  if (values.length === 0) {
    const zero = new Array<number>(components).fill(0);
    return { min: zero, max: zero };
  }
  const { min, max } = measureBounds(values, components);
  if (!hasZeros) return { min, max };
  return { min: min.map((v) => Math.min(v, 0)), max: max.map((v) => Math.max(v, 0)) };
}
