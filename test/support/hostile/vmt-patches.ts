/**
 * Small materials that would cost the product of two of their sizes if each patch were applied
 * separately.
 */

export interface MadeMaterials {
  readonly [path: string]: string;
}

/** Builds one patch with many blocks on a material with many pairs: `materials/patch.vmt`. */
export function vmtPatchBlocks(blocks: number, pairs: number): MadeMaterials {
  const base = Array.from({ length: pairs }, (_, i) => `$a${i} 1`).join("\n");
  return {
    "materials/base.vmt": `LightmappedGeneric {\n${base}\nProxies {\n${base}\n} }`,
    "materials/patch.vmt": `patch { include base.vmt\n${"insert { $b 1 Proxies { $b 1 } }\n".repeat(blocks)} }`,
  };
}

/** Builds many patches of one large material: `materials/patch0.vmt` and on. */
export function vmtPatchFan(patches: number, byteLength: number): MadeMaterials {
  const names = Array.from({ length: patches }, (_, i) => `materials/patch${i}.vmt`);
  return {
    "materials/base.vmt": `LightmappedGeneric { $a "${"x".repeat(byteLength)}" }`,
    ...Object.fromEntries(names.map((name) => [name, "patch { include base.vmt }"])),
  };
}

/** Builds patches that include each other: `materials/patch0.vmt` and on, then a material. */
export function vmtPatchChain(depth: number): MadeMaterials {
  const patches = Array.from({ length: depth }, (_, i) => [
    `materials/patch${i}.vmt`,
    `patch { include materials/${i + 1 < depth ? `patch${i + 1}` : "base"}.vmt }`,
  ]);
  return { ...Object.fromEntries(patches), "materials/base.vmt": "LightmappedGeneric { }" };
}

/** Builds a cycle of patches: `materials/patch0.vmt` and on. */
export function vmtPatchCycle(length: number): MadeMaterials {
  const patches = Array.from({ length }, (_, i) => [
    `materials/patch${i}.vmt`,
    `patch { include materials/patch${(i + 1) % length}.vmt }`,
  ]);
  return Object.fromEntries(patches);
}
