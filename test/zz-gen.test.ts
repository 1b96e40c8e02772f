import { test } from "vitest";
import { generateRooms } from "../src/compile/generate/rooms.ts";
import { buildRoomContent } from "../src/compile/generate/room-content.ts";
import { compileVbsp } from "../src/compile/vbsp/compile-vbsp.ts";
import { createFindMaterial, readFromMap } from "../src/compile/material-info.ts";
const rep = { progress() {}, warn(m: string) { console.log(m); } };
test("gen", async () => {
  const c = buildRoomContent(rep);
  for (const faces of (process.env.F ?? "1000").split(",").map(Number)) {
    const t = performance.now();
    const vmf = generateRooms({ faces, props: 0, seed: 1 });
    const names = new Set([vmf.world, ...vmf.entities].flatMap(e => e.solids.flatMap(s => s.sides.map(x => x.material))));
    const t1 = performance.now();
    const find = await createFindMaterial(names, readFromMap(c), rep);
    try {
    const { map, portals } = compileVbsp(vmf, find, rep);
    const n = (l: any, b: number) => (map.lumps.get(l)?.bytes.length ?? 0) / b;
    console.log(faces, { f: n("LUMP_FACES", 56), v: n("LUMP_VERTEXES", 12), lf: n("LUMP_LEAFFACES", 2), br: n("LUMP_BRUSHES", 12), bs: n("LUMP_BRUSHSIDES", 8), pl: n("LUMP_PLANES", 20), ed: n("LUMP_EDGES", 4), clusters: portals.clusterCount, portals: portals.portalCount, gen: t1 - t, bsp: performance.now() - t1 });
    } catch (e) { console.log(faces, String(e)); }
  }
}, 300000);
