/** Reads baked light that is finer than a colour per vertex: by direction, or in texels. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import { PPL_TEXEL_BYTES, type Ppl, parsePpl } from "../../formats/studio/read/parse-ppl.ts";
import type { Vhv } from "../../formats/studio/read/parse-vhv.ts";
import {
  FINE_MAP_HEADER_WORDS,
  FINE_WORDS,
  NO_BAKED_LIGHT,
  type PropLight,
} from "../../map/props.ts";
import type { ContentAccess } from "../open/read-content.ts";
import type { PropModel } from "../props/prop-model.ts";
import { type BakedTarget, texelLightPath, writeBakedLight } from "./write-baked-light.ts";

export interface FineSources {
  /** Directional light of each instance, which matches its model; `null` if none. */
  readonly directed: readonly (Vhv | null)[];
  /** Files of texel light. */
  readonly texels: readonly (Uint8Array | null)[];
}

type Light = Pick<PropLight, "baked" | "fineBase">;

const DIRECTIONS = 3;

/**
 * Appends the fine light to the vertex colours.
 * @param baked words of the vertex colours
 */
export function addFineLight(
  baked: Uint32Array,
  target: BakedTarget,
  { directed, texels }: FineSources,
  { diagnostics, ledger }: Pick<ContentAccess, "diagnostics" | "ledger">,
): Light {
  const count = target.prop.length;
  const maps = texels.map((bytes, i) =>
    bytes === null ? null : readMap(bytes, target.prop[i], target.model[i], diagnostics),
  );
  const sizes = maps.map((map, i) => {
    const ofVertices = directed[i] ? target.model[i].mesh.vertices.count * DIRECTIONS : 0;
    return ofVertices + (map === null ? 0 : FINE_MAP_HEADER_WORDS + map.texels);
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (!ledger.tryTake("bakedWords", total)) {
    diagnostics.warn(
      "over-budget",
      "game lump sprp",
      `The light stored for props' texels and bumps is left out: ${total} colours, at most ${ledger.limit("bakedWords")}.`,
    );
    return { baked };
  }
  const all = new Uint32Array(baked.length + total);
  all.set(baked);
  const fineBase = new Uint32Array(count * FINE_WORDS).fill(NO_BAKED_LIGHT);
  let first = baked.length;
  for (let i = 0; i < count; i++) {
    const vhv = directed[i];
    if (vhv?.directed) {
      const vertices = target.model[i].mesh.vertices.count;
      const room = all.subarray(first, first + vertices * DIRECTIONS);
      for (let k = 0; k < DIRECTIONS; k++) {
        const plane = new Uint32Array(vertices);
        writeBakedLight(plane, { ...vhv, color: vhv.directed[k] }, target.model[i]);
        for (let vertex = 0; vertex < vertices; vertex++) {
          room[vertex * DIRECTIONS + k] = plane[vertex];
        }
      }
      // Unsigned modulo 2^32, because the shader adds it.
      fineBase[i * FINE_WORDS] = first - target.firstVertex[i] * DIRECTIONS;
      first += room.length;
    }
    const map = maps[i];
    if (map === null) continue;
    fineBase[i * FINE_WORDS + 1] = first;
    all[first] = map.width | (map.height << 16);
    all[first + 1] = map.levels;
    writeTexels(all.subarray(first + FINE_MAP_HEADER_WORDS), map);
    first += FINE_MAP_HEADER_WORDS + map.texels;
  }
  return { baked: all, fineBase };
}

interface TexelMap {
  readonly width: number;
  readonly height: number;
  /** Number of stored mips, the largest first. */
  readonly levels: number;
  readonly texels: number;
  readonly bytes: Uint8Array;
}

/**
 * Reads a prop's texel light. The compiler stores the same light for all strip groups of a body
 * part's model; several body parts would have several.
 */
function readMap(
  bytes: Uint8Array,
  prop: number,
  model: PropModel,
  diagnostics: Diagnostics,
): TexelMap | null {
  const path = texelLightPath(prop);
  const leaveOut = (message: string) => {
    diagnostics.warn("lighting", path, message);
    return null;
  };
  let ppl: Ppl;
  try {
    ppl = parsePpl(bytes);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return leaveOut(`${path} is broken: ${error.message}`);
  }
  const { stripGroups } = model;
  if (model.isStandIn) return null;
  if (ppl.checksum !== model.mdl.checksum || ppl.meshCount !== stripGroups.length) {
    return leaveOut(
      `The light stored in ${path} was made for another version of ${model.name}: that of its vertices is used.`,
    );
  }
  const drawn = stripGroups.flatMap((group, row) => (group.model === 0 ? [row] : []));
  if (drawn.length === 0) return null;
  const [first] = drawn;
  const width = ppl.meshWidth[first];
  const height = ppl.meshHeight[first];
  const own = textureOf(ppl, first);
  const differs = drawn.some(
    (mesh) => ppl.meshWidth[mesh] !== width || !isSame(textureOf(ppl, mesh), own),
  );
  if (differs) {
    return leaveOut(
      `The light stored in ${path} is of several body parts of ${model.name}: that of its vertices is used.`,
    );
  }
  const room = Math.floor(own.length / PPL_TEXEL_BYTES);
  let [levels, texels] = [0, 0];
  for (let [w, h] = [width, height]; ; [w, h] = [Math.max(w >> 1, 1), Math.max(h >> 1, 1)]) {
    if (texels + w * h > room) break;
    levels++;
    texels += w * h;
    if (w === 1 && h === 1) break;
  }
  return { width, height, levels, texels, bytes: own };
}

const textureOf = ({ bytes, meshOffset, meshByteLength }: Ppl, mesh: number) =>
  bytes.subarray(meshOffset[mesh], meshOffset[mesh] + meshByteLength[mesh]);

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.byteOffset === b.byteOffset && a.length === b.length) return true;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function writeTexels(out: Uint32Array, { bytes, texels }: TexelMap): void {
  for (let i = 0, at = 0; i < texels; i++, at += PPL_TEXEL_BYTES) {
    out[i] = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
  }
}
