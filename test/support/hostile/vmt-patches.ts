/** Materials that are small, and cost the product of two of their sizes where each patch is laid on by itself. */

export interface MadeMaterials {
  readonly [path: string]: string;
}

/** One patch of many blocks, upon a material of many pairs: `materials/patch.vmt`. */
export function vmtPatchBlocks(blocks: number, pairs: number): MadeMaterials {
  const base = Array.from({ length: pairs }, (_, i) => `$a${i} 1`).join("\n");
  return {
    "materials/base.vmt": `LightmappedGeneric {\n${base}\nProxies {\n${base}\n} }`,
    "materials/patch.vmt": `patch { include base.vmt\n${"insert { $b 1 Proxies { $b 1 } }\n".repeat(blocks)} }`,
  };
}

/** Many patches of one large material: `materials/patch0.vmt` and on. */
export function vmtPatchFan(patches: number, byteLength: number): MadeMaterials {
  const names = Array.from({ length: patches }, (_, i) => `materials/patch${i}.vmt`);
  return {
    "materials/base.vmt": `LightmappedGeneric { $a "${"x".repeat(byteLength)}" }`,
    ...Object.fromEntries(names.map((name) => [name, "patch { include base.vmt }"])),
  };
}
