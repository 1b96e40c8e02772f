/** Writes a map's source like Hammer: blocks, tabs, a pair a line. */

import { vmfError } from "./parse-blocks.ts";
import type { TextureAxis, Vmf, VmfDispInfo, VmfEntity, VmfSide, VmfSolid } from "./types.ts";

/**
 * Writes text that `parseVmf` reads back as the same map, except for line numbers. Blocks for the
 * editor are not part of a `Vmf` and are not written. Throws FormatError (VMF) `bad-value`, with
 * the line, for a key or value with a line end or an unescaped quote, which the format cannot
 * store.
 */
export function writeVmf(vmf: Vmf): string {
  const text = new BlockText();
  text.block("versioninfo", () => text.pair("mapversion", String(vmf.revision)));
  putEntity(text, "world", vmf.world);
  for (const entity of vmf.entities) putEntity(text, "entity", entity);
  return text.lines.join("");
}

class BlockText {
  readonly lines: string[] = [];
  #indent = "";

  block(name: string, put: () => void): void {
    this.lines.push(`${this.#indent}${name}\n`, `${this.#indent}{\n`);
    this.#indent += "\t";
    put();
    this.#indent = this.#indent.slice(1);
    this.lines.push(`${this.#indent}}\n`);
  }

  pair(key: string, value: string): void {
    // A backslash at the end of a key would escape the closing quote.
    if (!isWritable(key) || key.endsWith("\\") || !isWritable(value)) {
      const place = { line: this.lines.length + 1, offset: 0 };
      const found = JSON.stringify([key, value]);
      throw vmfError("bad-value", "text", place, "a pair without quotes and line ends", found);
    }
    this.lines.push(`${this.#indent}"${key}" "${value}"\n`);
  }
}

/** Whether the text has no line ends, and no quotes except after a backslash. */
function isWritable(text: string): boolean {
  return !/[\r\n]|(?<!\\)"/.test(text);
}

function putEntity(text: BlockText, name: string, entity: VmfEntity): void {
  text.block(name, () => {
    if (entity.get("id") === undefined) text.pair("id", String(entity.id));
    for (const [key, value] of entity.pairs) text.pair(key, value);
    for (const solid of entity.solids) putSolid(text, solid);
    if (entity.connections.length > 0) {
      text.block("connections", () => {
        for (const [output, target] of entity.connections) text.pair(output, target);
      });
    }
  });
}

function putSolid(text: BlockText, solid: VmfSolid): void {
  text.block("solid", () => {
    text.pair("id", String(solid.id));
    for (const side of solid.sides) putSide(text, side);
  });
}

function putSide(text: BlockText, side: VmfSide): void {
  text.block("side", () => {
    text.pair("id", String(side.id));
    const point = (i: number) => `(${[...side.points.subarray(i * 3, i * 3 + 3)].join(" ")})`;
    text.pair("plane", `${point(0)} ${point(1)} ${point(2)}`);
    text.pair("material", side.material);
    text.pair("uaxis", formatAxis(side.uaxis));
    text.pair("vaxis", formatAxis(side.vaxis));
    text.pair("lightmapscale", String(side.lightmapScale));
    text.pair("smoothing_groups", String(side.smoothingGroups));
    if (side.dispInfo) putDispInfo(text, side.dispInfo);
  });
}

function formatAxis({ x, y, z, shift, scale }: TextureAxis): string {
  return `[${x} ${y} ${z} ${shift}] ${scale}`;
}

function putDispInfo(text: BlockText, disp: VmfDispInfo): void {
  text.block("dispinfo", () => {
    text.pair("power", String(disp.power));
    text.pair("startposition", `[${disp.startPosition.join(" ")}]`);
    text.pair("elevation", String(disp.elevation));
    text.pair("subdiv", disp.subdiv ? "1" : "0");
    const edge = 2 ** disp.power + 1;
    putGrid(text, "normals", disp.normals, edge * 3);
    putGrid(text, "distances", disp.distances, edge);
    putGrid(text, "offsets", disp.offsets, edge * 3);
    putGrid(text, "offset_normals", disp.offsetNormals, edge * 3);
    putGrid(text, "alphas", disp.alphas, edge);
  });
}

function putGrid(text: BlockText, name: string, values: Float32Array, rowLength: number): void {
  text.block(name, () => {
    for (let row = 0; row * rowLength < values.length; row++) {
      const numbers = values.subarray(row * rowLength, (row + 1) * rowLength);
      text.pair(`row${row}`, Array.from(numbers, formatFloat32).join(" "));
    }
  });
}

/** Returns the shortest text that reads back as the same single-precision number. */
function formatFloat32(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
