import { expect, it } from "vitest";
import { readPath } from "../../../src/viewer/camera/read-path.ts";

const BASE = "https://maps.example/viewer/page.html";

it("readPath reads a flight from a file or returns a given one", async () => {
  const flight = await readPath(new Blob(["0 0 0 0 0 0\n1 0 0 0 0 1"]), BASE);
  expect(flight.duration).toBe(1);
  expect(await readPath(flight, BASE)).toBe(flight);
  await expect(readPath(new File(["?"], "bad.txt"), BASE)).rejects.toThrow(/bad\.txt/);
});
