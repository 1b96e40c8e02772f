/** Where each file keeps the model's checksum. */
const MDL_CHECKSUM = 8;
const VVD_CHECKSUM = 8;
const VTX_CHECKSUM = 16;

/** Puts into all three files one number made of all their bytes: FNV-1a, 32 bits. */
export function stampChecksum(files: { mdl: Uint8Array; vvd: Uint8Array; vtx: Uint8Array }): void {
  let hash = 0x811c9dc5;
  for (const bytes of [files.mdl, files.vvd, files.vtx]) {
    for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  }
  write(files.mdl, MDL_CHECKSUM, hash);
  write(files.vvd, VVD_CHECKSUM, hash);
  write(files.vtx, VTX_CHECKSUM, hash);
}

function write(bytes: Uint8Array, at: number, value: number): void {
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).setInt32(at, value, true);
}
