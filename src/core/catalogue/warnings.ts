import type { WarningCode } from "../diagnostics.ts";
import type { ErrorRow } from "./error-row.ts";

/** What went wrong without stopping anything. */
export const WARNINGS: Readonly<Record<WarningCode, ErrorRow>> = {
  "damaged-section": {
    means: "A lump or section is broken and was left out, all or in part; the rest is shown.",
    remedy: "Get the file again; `visleaf repair` writes a map without its broken lumps.",
    example:
      "BSP LUMP_OVERLAYS at byte 728: expected an end within 90000 bytes, found 89000 + 3520 [truncated]",
  },
  "missing-material": {
    means: "A material was not found: its mean colour or a pattern is shown.",
    remedy: "Add the game or folder that has it as content (`--content`).",
    example: "No material materials/concrete/floor01.vmt: its mean colour is shown.",
  },
  "missing-texture": {
    means: "A texture of a material, the sky or the colour correction was not found.",
    remedy: "Add the game or folder that has it as content (`--content`).",
    example: "No texture materials/concrete/floor01.vtf.",
  },
  "missing-model": {
    means: "A model, or a file that belongs to it, was not found.",
    remedy: "Add the game or folder that has it, with its .vvd and .vtx, as content.",
    example: "No models/props/crate.vvd: none of the model's triangles are drawn.",
  },
  "missing-sequence": {
    means: "The model has no sequence of the requested name, or the sequence is broken.",
    remedy: "Run `visleaf inspect MODEL.mdl` for the names; case does not matter.",
    example: "the model has no sequence dance",
  },
  "unreadable-material": {
    means: "A material was found but cannot be read.",
    remedy: "Run `visleaf inspect FILE.vmt` to see the fault.",
    example:
      "materials/glass/pane.vmt is broken: VMT materials/glass/pane.vmt at line 1: expected { [syntax]",
  },
  "unreadable-texture": {
    means: "A texture was found but cannot be read.",
    remedy: "Run `visleaf inspect FILE.vtf` to see the fault.",
    example:
      "materials/glass/pane.vtf is left out: VTF header at byte 0: expected 80 bytes, found 12 [truncated]",
  },
  "unreadable-model": {
    means: "A model, or a file that belongs to it, was found but cannot be read.",
    remedy: "Run `visleaf inspect MODEL.mdl` to see the fault: its files may be of two builds.",
    example:
      "models/props/crate.mdl is left out: VVD header at byte 8: expected checksum 1, found 2 [mismatch]",
  },
  "unsupported-shader": {
    means: "The material's shader is not supported: its base texture is shown.",
    remedy: "No action needed; docs/fidelity.md lists the supported shaders.",
    example: "Shader Eyeball of materials/models/eye.vmt is not known: its base texture is shown.",
  },
  "unsupported-proxy": {
    means: "The material uses an unsupported proxy and stands still.",
    remedy: "No action needed; docs/fidelity.md lists the supported proxies.",
    example:
      "Proxy PlayerSpeed of materials/dev/meter.vmt is not known: what it changes stands still.",
  },
  "unsupported-lump": {
    means: "A lump of an unsupported kind was left out; the rest is shown.",
    remedy: "Add the game or folder that has the same files as content (`--content`).",
    example:
      "The map's own files are packed as the first Xbox has them (LUMP_XZIPPAKFILE): they are left out.",
  },
  "over-budget": {
    means: "Something was left out or reduced because it exceeds a limit.",
    remedy: "If you trust the file, raise the limit in the message (`--limit`, docs/limits.md).",
    example: "Beams are left out: there are too many.",
  },
  "host-given-up": {
    means:
      "A server lacks most of the requested files or does not answer: no more requests are sent to it.",
    remedy: "Check the address of the content, and try again later.",
    example: "example.com is not asked any more: it did not answer 3 requests in a row.",
  },
  "not-drawn": {
    means: "Something in the map is not drawn.",
    remedy: "No action needed: the map names a place, model or texture that does not exist.",
    example: "2 beams that strike at places of no name are not drawn.",
  },
  lighting: {
    means: "The map has no lightmaps, or not the requested ones.",
    remedy: "Compile the map with vrad (`visleaf compile`), or request its other light (`--side`).",
    example: "The map has no lightmaps: it is shown unlit.",
  },
};
