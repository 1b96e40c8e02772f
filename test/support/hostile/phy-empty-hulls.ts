/**
 * Builds a PHY with one solid, whose tree has `hulls` leaves that all show one hull without
 * triangles.
 */
export function phyEmptyHulls(hulls: number): Uint8Array {
  const [header, solid, surface, node, ledge] = [16, 4 + 28, 48, 28, 16];
  const nodes = hulls * 2 - 1;
  const ledgeAt = header + solid + surface;
  const nodesAt = ledgeAt + ledge;
  const bytes = new Uint8Array(nodesAt + nodes * node);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, header, true);
  view.setInt32(8, 1, true);
  view.setInt32(header, bytes.length - header - 4, true);
  // "VPHY", of version 0x100.
  view.setInt32(header + 4, 0x59485056, true);
  view.setUint16(header + 8, 0x100, true);
  view.setInt32(header + solid + 32, nodesAt - header - solid, true);
  // Every left child is a leaf, and every right child has two children, but for the last.
  for (let row = 0; row < nodes; row++) {
    const at = nodesAt + row * node;
    const isInner = row % 2 === 0 && row + 1 < nodes;
    view.setInt32(at, isInner ? node * 2 : 0, true);
    view.setInt32(at + 4, ledgeAt - at, true);
  }
  return bytes;
}
