/** Particle systems whose cost is far from their size. */

import { elements, makeDmx, string } from "../../formats/pcf/make-dmx.ts";
import { type MadeSystem, makePcf } from "../../formats/pcf/make-pcf.ts";

/** Builds systems of which each has two children on the next level, both of them the same two. */
export function makeSystemLadder(levels: number): Uint8Array {
  const systems = Array.from({ length: levels }, (_, level): MadeSystem[] => {
    const children =
      level + 1 < levels ? { [`level ${level + 1}`]: 0, [`twin ${level + 1}`]: 0 } : {};
    return [
      { name: `level ${level}`, children },
      { name: `twin ${level}`, children },
    ];
  });
  return makePcf(systems.flat());
}

/** Builds a system that lists one operator with a long name `count` times. */
export function makeManyReferences(count: number): Uint8Array {
  const name = "Lifespan Decay";
  return makeDmx({
    encoding: 5,
    elements: [
      { type: "DmElement", name: "", attributes: { particleSystemDefinitions: elements(1) } },
      {
        type: "DmeParticleSystemDefinition",
        name: "many",
        attributes: { operators: elements(...Array.from({ length: count }, () => 2)) },
      },
      { type: "DmeParticleOperator", name, attributes: { functionName: string(name) } },
    ],
  });
}
