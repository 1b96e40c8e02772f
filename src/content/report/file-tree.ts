/**
 * Describes the bytes of a map file as a tree: lumps, and the contents of the pakfile and game
 * lumps.
 */

import type { ZipEntry } from "../../formats/zip/types.ts";
import type { LumpReport } from "./read-lump-report.ts";

// Kinds of lumps, by which reports are coloured.

export const KINDS = {
  geometry: "geometry",
  light: "light",
  visibility: "visibility",
  solids: "solids",
  things: "entities, props",
  materials: "materials",
  pakfile: "pakfile",
  rest: "other, unused",
} as const;

export type LumpKind = keyof typeof KINDS;

/** Kinds by a pattern of the lump's title; the first match wins. */
const PATTERNS: readonly (readonly [pattern: RegExp, kind: LumpKind])[] = [
  [/PAKFILE/, "pakfile"],
  [/DISP_LIGHTMAP|LIGHT|AMBIENT/, "light"],
  [/VISIBILITY|AREA|PORTAL|CLUSTER|OCCLUSION|WATER$/, "visibility"],
  [/PHYS|BRUSH|PROP(COLLISION|HULL|TRIS|_BLOB)/, "solids"],
  [/ENTITIES|GAME_LUMP|OVERLAY|CUBEMAPS/, "things"],
  [/TEX(?!ES)/, "materials"],
  [/PLANES|VERT|NODES|LEAF|FACE|EDGES|MODELS|DISP|PRIM/, "geometry"],
];

const kindOf = (title: string): LumpKind =>
  PATTERNS.find(([pattern]) => pattern.test(title))?.[1] ?? "rest";

export interface FileTreeNode {
  readonly label: string;
  readonly byteLength: number;
  readonly kind: LumpKind;
  /** Children. Their sum may be less than `byteLength`: directories have no node. */
  readonly children: readonly FileTreeNode[];
}

/** Maximum depth of folders; deeper files are listed in their outer folder. */
const MAX_DEPTH = 4;

export function buildFileTree(report: LumpReport): FileTreeNode {
  const { name, byteLength, headerBytes, unused, gameLumps, files } = report;
  const lumps = report.lumps.map(({ title, share }): FileTreeNode => {
    const children =
      title === "LUMP_PAKFILE"
        ? buildFolders(files)
        : title === "LUMP_GAME_LUMP"
          ? gameLumps.map(({ id, length }) => leaf(id, length, "things"))
          : [];
    return {
      label: title.replace(/^LUMP_/, ""),
      byteLength: Math.round(share * byteLength),
      kind: kindOf(title),
      children,
    };
  });
  const rest = [leaf("header", headerBytes, "rest"), leaf("unused", unused, "rest")];
  const children = [...lumps, ...rest].filter((node) => node.byteLength > 0);
  return { label: name, byteLength, kind: "rest", children };
}

const leaf = (label: string, byteLength: number, kind: LumpKind): FileTreeNode => ({
  label,
  byteLength,
  kind,
  children: [],
});

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: FileTreeNode[];
}

function buildFolders(entries: readonly ZipEntry[]): readonly FileTreeNode[] {
  const root: Folder = { folders: new Map(), files: [] };
  for (const { path, compressedByteLength } of entries) {
    const names = path.split("/");
    const file = names.pop() ?? path;
    let folder = root;
    for (const name of names.slice(0, MAX_DEPTH)) {
      const inner = folder.folders.get(name) ?? { folders: new Map(), files: [] };
      folder.folders.set(name, inner);
      folder = inner;
    }
    folder.files.push(leaf(file, compressedByteLength, "pakfile"));
  }
  return nodesOf(root);
}

/** Builds the nodes of a folder. A folder with a single entry is merged with it into one label. */
function nodesOf(folder: Folder): FileTreeNode[] {
  const folders = [...folder.folders].map(([name, inner]) => {
    const children = nodesOf(inner);
    const byteLength = children.reduce((sum, child) => sum + child.byteLength, 0);
    const [only] = children;
    if (inner.files.length === 0 && children.length === 1) {
      return { ...only, label: `${name}/${only.label}` };
    }
    return { label: `${name}/`, byteLength, kind: "pakfile" as const, children };
  });
  return [...folders, ...folder.files];
}
