// Lists the contents of a compiled map: node examples/node/list-map.js MAP.bsp
import { readFileSync } from "node:fs";
import { FormatError, parseBsp } from "visleaf/formats/bsp";

const path = process.argv[2] ?? "assets/visleaf_demo.bsp";
try {
  const bsp = parseBsp(new Uint8Array(readFileSync(path)));
  const classes = new Map();
  for (const entity of bsp.entities) {
    const name = entity.get("classname") ?? "(none)";
    classes.set(name, (classes.get(name) ?? 0) + 1);
  }
  console.log(`${path}: BSP ${bsp.version}, ${bsp.faces.count} faces, ${bsp.leafs.count} leaves`);
  console.log("\nEntities");
  for (const [name, count] of [...classes].sort((a, b) => b[1] - a[1])) {
    console.log(`${String(count).padStart(6)}  ${name}`);
  }
  console.log("\nMaterials");
  for (const name of [...new Set(bsp.texDatas.name)].sort()) console.log(`        ${name}`);
} catch (error) {
  if (!(error instanceof FormatError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
