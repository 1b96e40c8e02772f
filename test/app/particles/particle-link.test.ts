import { describe, expect, it } from "vitest";
import { parseParticleView, writeParticleView } from "../../../src/app/particles/particle-link.ts";

const PLAIN = { system: undefined, seed: 0, points: new Map(), backdrop: "studio", seconds: 0 };

describe("a link to a particle system", () => {
  it("keeps system, seed, control points, backdrop and time", () => {
    const view = {
      ...{ system: "fire & smoke", seed: 7, backdrop: "black", seconds: 1.5 },
      points: new Map([
        [1, [0, 0, 64]],
        [12, [-8.25, 1, 2]],
      ]),
    } as const;
    const address = new URL("https://example.org/?map=a&at=9");
    writeParticleView(address, view as never);
    expect(address.searchParams.get("points")).toBe("1:0,0,64;12:-8.25,1,2");
    expect(parseParticleView(address.search)).toEqual(view);
  });

  it("leaves out what is as it starts", () => {
    const address = new URL("https://example.org/?seed=3&points=1:0,0,0&backdrop=grey&at=2");
    writeParticleView(address, PLAIN as never);
    expect(address.search).toBe("");
  });

  it.each(["seed=-1", "seed=x", "points=64:0,0,0", "points=1:0,0,1e9", "points=1:0,0", "at=1e9"])(
    "ignores %s",
    (search) => expect(parseParticleView(`?${search}`)).toEqual(PLAIN),
  );
});
