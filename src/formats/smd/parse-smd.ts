import { type NodeTable, readNodes } from "./read-nodes.ts";
import { type ReadSkeleton, readSkeleton } from "./read-skeleton.ts";
import { createNoTriangles, readTriangles } from "./read-triangles.ts";
import { readVertexAnimation } from "./read-vertex-animation.ts";
import { SmdReader, smdError } from "./smd-reader.ts";
import type { Smd, SmdTriangles, SmdVertexAnimation } from "./types.ts";

const LAST_VERSION = 3;

/**
 * Parses an SMD or a VTA, versions 1 to 3.
 * Layout: the blocks of the Valve Developer Community's page on SMD.
 * @throws FormatError with the line
 */
export function parseSmd(text: string): Smd {
  const reader = new SmdReader(text);
  let version = 0;
  let table: NodeTable | null = null;
  let pose: ReadSkeleton | null = null;
  let triangles: SmdTriangles | null = null;
  let vertexAnimation: SmdVertexAnimation | null = null;
  const needNodes = (block: string): NodeTable => {
    if (table === null) throw reader.error("syntax", block, '"nodes" before it');
    return table;
  };
  const once = (block: string, seen: unknown) => {
    if (seen !== null) throw reader.error("syntax", block, "one such block a file", "a second");
  };

  while (reader.advance()) {
    if (version === 0) {
      version = readVersion(reader);
      continue;
    }
    switch (reader.text) {
      case "nodes":
        once("nodes", table);
        table = readNodes(reader);
        break;
      case "skeleton":
        once("skeleton", pose);
        pose = readSkeleton(reader, needNodes("skeleton"));
        break;
      case "triangles":
        once("triangles", triangles);
        triangles = readTriangles(reader, needNodes("triangles"), version);
        break;
      case "vertexanimation":
        once("vertexanimation", vertexAnimation);
        needNodes("vertexanimation");
        vertexAnimation = readVertexAnimation(reader, (triangles?.count ?? 0) * 3);
        break;
      default: {
        const expected = "nodes, skeleton, triangles or vertexanimation";
        throw reader.error("syntax", "file", expected, reader.text);
      }
    }
  }
  if (version === 0) throw reader.error("bad-magic", "version", '"version 1"', "no text");
  const { nodes } = needNodes("file");
  if (pose === null) throw reader.error("truncated", "file", 'a block "skeleton"');
  // A VTA's frames name the shapes and need no poses.
  if (pose.missing !== null && vertexAnimation === null) {
    const { bone, line } = pose.missing;
    const found = `none of "${nodes.name[bone]}"`;
    throw smdError("mismatch", "skeleton", line, "all bones in the first frame", found);
  }
  return {
    version,
    nodes,
    skeleton: pose.skeleton,
    triangles: triangles ?? createNoTriangles(),
    vertexAnimation,
  };
}

function readVersion(reader: SmdReader): number {
  const words = reader.words();
  if (words[0] !== "version" || words.length !== 2) {
    throw reader.error("bad-magic", "version", '"version 1"', reader.text);
  }
  const version = reader.int("version", words[1]);
  if (version < 1 || version > LAST_VERSION) {
    throw reader.error("bad-version", "version", `1 to ${LAST_VERSION}`, words[1]);
  }
  return version;
}
