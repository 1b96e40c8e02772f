import { describe, expect, it } from "vitest";
import { parseOutput, readOutput } from "../../../../src/formats/bsp/read/parse-output.ts";

describe("parseOutput", () => {
  it("reads the comma and the escape form", () => {
    const output = {
      ...{ name: "OnPass", target: "door", input: "Open", parameter: "" },
      ...{ delay: 0.5, times: -1 },
    };
    expect(parseOutput("OnPass", "door,Open,,0.5,-1")).toEqual(output);
    expect(parseOutput("OnPass", "door\x1bOpen\x1b\x1b0.5\x1b-1")).toEqual(output);
  });

  it("keeps the commas of a parameter", () => {
    const found = parseOutput("OnPass", "text,SetText,one, two,0,1");
    expect(found).toMatchObject({ parameter: "one, two", delay: 0, times: 1 });
  });

  it.each(["", "a,b", "1,2,3,4,5", "a,b c,,0,1", "255 255 255 200", "a,Kill,,x,y"])(
    "returns null for %j, which is no output",
    (value) => expect(parseOutput("key", value)).toBeNull(),
  );
});

describe("readOutput", () => {
  it("completes parts that are missing, as the engine does", () => {
    expect(readOutput("OnTrigger", "door")).toEqual({
      ...{ name: "OnTrigger", target: "door", input: "Use", parameter: "", delay: 0, times: -1 },
    });
    expect(readOutput("OnTrigger", "door,Open,fast,2,0")).toMatchObject({
      ...{ parameter: "fast", delay: 2, times: -1 },
    });
  });
});
