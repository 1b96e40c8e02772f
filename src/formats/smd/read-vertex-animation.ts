import type { SmdReader } from "./smd-reader.ts";
import type { SmdVertexAnimation } from "./types.ts";

/**
 * Reads the block `vertexanimation`. `vertexCount` is that of the file's own triangles, 0 where it
 * has none: ids then count in another file, and only the first shape says which there are.
 */
export function readVertexAnimation(reader: SmdReader, vertexCount: number): SmdVertexAnimation {
  const times: number[] = [];
  const names: string[] = [];
  const firstVertex: number[] = [];
  const ids: number[] = [];
  const position: number[] = [];
  const normal: number[] = [];
  const known = new Set<number>();
  let inFrame = new Set<number>();
  const blockLine = reader.line;
  while (reader.advanceInBlock("vertexanimation", blockLine)) {
    const time = reader.frameTime("vertexanimation", times.at(-1));
    if (time !== null) {
      times.push(time);
      names.push(reader.comment);
      firstVertex.push(ids.length);
      inFrame = new Set();
      continue;
    }
    const words = reader.words();
    if (words.length !== 7) {
      const expected = "a vertex and 6 numbers";
      throw reader.error("syntax", "vertexanimation", expected, reader.text);
    }
    if (times.length === 0) {
      throw reader.error("syntax", "vertexanimation", '"time" before its vertices');
    }
    const id = reader.int("vertexanimation", words[0]);
    if (id < 0 || (vertexCount > 0 && id >= vertexCount)) {
      const expected = vertexCount > 0 ? `a vertex below ${vertexCount}` : "a vertex from 0 on";
      throw reader.error("bad-index", "vertexanimation", expected, words[0]);
    }
    if (times.length === 1) known.add(id);
    else if (!known.has(id)) {
      throw reader.error("bad-index", "vertexanimation", "a vertex of the first shape", words[0]);
    }
    if (inFrame.has(id)) {
      throw reader.error("bad-index", "vertexanimation", "a vertex once a shape", words[0]);
    }
    inFrame.add(id);
    ids.push(id);
    reader.pushFloats("vertexanimation", position, words, 1, 3);
    reader.pushFloats("vertexanimation", normal, words, 4, 3);
  }
  return {
    frameCount: times.length,
    time: Int32Array.from(times),
    name: names,
    firstVertex: Uint32Array.from([...firstVertex, ids.length]),
    id: Uint32Array.from(ids),
    position: Float32Array.from(position),
    normal: Float32Array.from(normal),
  };
}
