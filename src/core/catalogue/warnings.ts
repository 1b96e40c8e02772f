import type { WarningCode } from "../diagnostics.ts";
import type { ErrorRow } from "./error-row.ts";

/** What went wrong without stopping anything. */
export const WARNINGS: Readonly<Record<WarningCode, ErrorRow>> = {
  "damaged-section": {
    means: "A lump or a section is broken and was left out, or a part of it; the rest is shown.",
    remedy: "Get the file again; `visleaf repair` writes a map without its broken lumps.",
    example:
      "BSP LUMP_OVERLAYS at byte 728: expected an end within 90000 bytes, found 89000 + 3520 [truncated]",
  },
  "missing-material": {
    means: "No content has a material that is named: its mean colour, or a pattern, is shown.",
    remedy: "Name the game or the folder that has it as content (`--content`).",
    example: "No material materials/concrete/floor01.vmt: its mean colour is shown.",
  },
  "missing-texture": {
    means: "No content has a texture that a material, the sky or the map's colours name.",
    remedy: "Name the game or the folder that has it as content (`--content`).",
    example: "No texture materials/concrete/floor01.vtf.",
  },
  "missing-model": {
    means: "No content has a model, or a file that belongs to it.",
    remedy: "Name the game or the folder that has it, with its .vvd and .vtx, as content.",
    example: "No models/props/crate.vvd: none of the model's triangles are drawn.",
  },
  "missing-sequence": {
    means: "A model has no sequence of the name that was asked for, or one that is broken.",
    remedy: "Take a name out of `visleaf inspect MODEL.mdl`; upper and lower case are alike.",
    example: "the model has no sequence dance",
  },
  "unreadable-material": {
    means: "A material is there and cannot be read.",
    remedy: "Look at what `visleaf inspect FILE.vmt` says of it.",
    example:
      "materials/glass/pane.vmt is broken: VMT materials/glass/pane.vmt at line 1: expected { [syntax]",
  },
  "unreadable-texture": {
    means: "A texture is there and cannot be read.",
    remedy: "Look at what `visleaf inspect FILE.vtf` says of it.",
    example:
      "materials/glass/pane.vtf is left out: VTF header at byte 0: expected 80 bytes, found 12 [truncated]",
  },
  "unreadable-model": {
    means: "A model, or a file that belongs to it, is there and cannot be read.",
    remedy: "Look at what `visleaf inspect MODEL.mdl` says of it: its files may be of two builds.",
    example:
      "models/props/crate.mdl is left out: VVD header at byte 8: expected checksum 1, found 2 [mismatch]",
  },
  "unsupported-shader": {
    means: "A material is of a shader that is not drawn as itself: its base texture is shown.",
    remedy: "Nothing, or ask for it: what is drawn as it should be is in docs/fidelity.md.",
    example: "Shader Eyeball of materials/models/eye.vmt is not known: its base texture is shown.",
  },
  "unsupported-proxy": {
    means: "A material moves by a proxy that is not run: it stands still.",
    remedy: "Nothing, or ask for it: which proxies are run is in docs/fidelity.md.",
    example:
      "Proxy PlayerSpeed of materials/dev/meter.vmt is not known: what it changes stands still.",
  },
  "unsupported-lump": {
    means:
      "A lump is of a kind that is not read: what it holds is left out, and the rest is shown.",
    remedy: "Name the game or the folder that has the same files as content (`--content`).",
    example:
      "The map's own files are packed as the first Xbox has them (LUMP_XZIPPAKFILE): they are left out.",
  },
  "over-budget": {
    means: "Something was left out, or made smaller, because it would cost more than it may.",
    remedy: "If you trust the file, raise the limit that is named (`--limit`, docs/limits.md).",
    example: "Beams are left out: there are too many.",
  },
  "host-given-up": {
    means:
      "A server has hardly anything of what is looked for, or does not answer: it is asked no more.",
    remedy: "Look at the address of the content, and try again later.",
    example: "example.com is not asked any more: it did not answer 3 requests in a row.",
  },
  "not-drawn": {
    means: "There is something in the map that is not drawn.",
    remedy: "Nothing: the map names a place, a model or a texture that it does not have.",
    example: "2 beams that strike at places of no name are not drawn.",
  },
  lighting: {
    means: "The map has no light, or not the one that was asked for.",
    remedy: "Compile the map with vrad (`visleaf compile`), or ask for its other light (`--side`).",
    example: "The map has no lightmaps: it is shown unlit.",
  },
};
