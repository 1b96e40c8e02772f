import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { normalizePath } from "../../../src/formats/normalize-path.ts";
import { evaluateDxBlock } from "../../../src/formats/vmt/flatten-material.ts";
import { parseVmt } from "../../../src/formats/vmt/parse-vmt.ts";
import { resolveVmt } from "../../../src/formats/vmt/resolve-vmt.ts";
import { summarizeVmt } from "../../../src/formats/vmt/summarize-vmt.ts";
import { processorMs } from "../../support/processor-time.ts";

const params = (text: string) => Object.fromEntries(parseVmt(text).params);

function codeOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof FormatError) return `${error.format} ${error.code}`;
    throw error;
  }
  return "parsed";
}

describe("parseVmt", () => {
  it("lower-cases names and keeps values", () => {
    const vmt = parseVmt(`
      "LightmappedGeneric" // the shader
      {
        "$BaseTexture" "Brick\\\\BrickWall001A"
        $Translucent 1
        "Proxies" { "TextureScroll" { "texturescrollvar" "$t" } sine { } TextureScroll { } }
      }`);
    expect(summarizeVmt(vmt)).toEqual({
      format: "VMT",
      shader: "lightmappedgeneric",
      params: { $basetexture: "Brick\\\\BrickWall001A", $translucent: "1" },
      proxies: ["texturescroll", "sine", "texturescroll"],
    });
    expect(vmt.proxies[0].params).toEqual(new Map([["texturescrollvar", "$t"]]));
  });

  it("lets the later of two equal keys win", () => {
    expect(params("a { $x 1 $X 2 }")).toEqual({ $x: "2" });
  });

  it("merges only the blocks for a current DirectX level", () => {
    const text = `Shader {
      ">=dx90" { $envmap env_cubemap $a 2 }
      "<dx90" { $a 3 }
      ">=DX90_20b" { $b 2 }
      "<dx90_20b" { $b 3 }
      "dx80" { $c 3 }
      $a 1 $b 1 $c 1
    }`;
    expect(params(text)).toEqual({ $a: "2", $b: "2", $c: "1", $envmap: "env_cubemap" });
  });

  it("merges the shader's fallback blocks, HDR over plain", () => {
    const text = `LightmappedGeneric {
      $base 1
      LightmappedGeneric_HDR_dx9 { $base hdr9 }
      LightmappedGeneric_DX9 { $base 9 $nine 1 }
      LightmappedGeneric_DX8 { $base 8 $eight 1 }
      LightmappedGeneric_NoBump_DX8 { $base 8 }
      VertexLitGeneric_HDR { $base other }
    }`;
    expect(params(text)).toEqual({ $base: "hdr9", $nine: "1" });
  });

  it("evaluates platform conditions on pairs and on blocks", () => {
    const text = `s {
      $h 8 [$X360]  $i 9 [!$X360]  $j 1 [!($X360||$PS3)]  $k 2 [$GAMECONSOLE||$LINUX]
      proxies [$PS3] { x { } }  proxies [($WIN32 && !$DECK)] { y { } }  ">=dx90" [$X360] { $l 3 }
    }`;
    expect(params(text)).toEqual({ $i: "9", $j: "1" });
    expect(parseVmt(text).proxies.map(({ name }) => name)).toEqual(["y"]);
  });

  it.each([
    ["hdr", true],
    ["ldr", false],
    ["srgb", true],
    ["srgb_pc", true],
    ["360", false],
    ["SonyPS3", false],
    ["gameconsole", false],
    ["lowfill", false],
    ["GPU>=2", true],
    ["gpu>=3", true],
    ["gpu<1", false],
    ["gpu < 2", false],
    ["whatnobodyknows", false],
  ])("accepts %s?$x as %s, and its negation as the opposite", (condition, holds) => {
    expect(params(`s { "${condition}?$x" 1 }`)).toEqual(holds ? { $x: "1" } : {});
    expect(params(`s { "!${condition}?$x" 1 }`)).toEqual(holds ? {} : { $x: "1" });
  });

  it("lists a patch's insert and replace values as its parameters", () => {
    expect(params('patch { include "materials/a.vmt" insert { $b 1 } replace { $c 2 } }')).toEqual({
      include: "materials/a.vmt",
      $b: "1",
      $c: "2",
    });
  });

  it("refuses text without a block", () => {
    for (const text of ["", "// nothing", '"LightmappedGeneric"', "{ $a 1 }"]) {
      expect(codeOf(() => parseVmt(text))).toBe("VMT syntax");
    }
    expect(codeOf(() => parseVmt("a {".repeat(1000)))).toBe("KeyValues syntax");
  });

  it("evaluates every spelling of a DirectX level block", () => {
    const holds = [">=dx90", ">dx9", ">= dx80", "<=dx95", "=dx95", ">=DX90_20B", "GPU>=2"];
    const not = ["<dx90", "<=dx90_20b", ">dx100", "==dx90", "gpu<1"];
    for (const name of holds) expect(evaluateDxBlock(name), name).toBe(true);
    for (const name of not) expect(evaluateDxBlock(name), name).toBe(false);
    for (const name of ["dx90", "proxies", ">=x", ""]) expect(evaluateDxBlock(name)).toBeNull();
  });
});

/** Resolves the first of some files. */
async function resolved(files: Record<string, string>, path = "materials/a.vmt") {
  const reads: string[] = [];
  const vmt = await resolveVmt(path, async (name) => {
    reads.push(name);
    return name in files ? new TextEncoder().encode(files[name]) : null;
  });
  return { vmt, reads, params: vmt && Object.fromEntries(vmt.params) };
}

describe("resolveVmt", () => {
  it("returns null for a missing material", async () => {
    expect((await resolved({})).vmt).toBeNull();
  });

  it("inserts any key and replaces only existing ones", async () => {
    const { vmt, params, reads } = await resolved(
      {
        "materials/a.vmt": `Patch { include "Materials\\Base/B.VMT"
          insert { $new 1 $basetexture x  Proxies { Sine { } } }
          replace { $ENVMAP "maps/m/c1_2_3" $absent 1 } }`,
        "materials/base/b.vmt": "LightmappedGeneric { $basetexture b $envmap env_cubemap }",
      },
      "Materials//A.vmt",
    );
    expect(vmt?.shader).toBe("lightmappedgeneric");
    expect(vmt?.proxies).toEqual([{ name: "sine", params: new Map() }]);
    expect(params).toEqual({ $basetexture: "x", $envmap: "maps/m/c1_2_3", $new: "1" });
    expect(reads).toEqual(["materials/a.vmt", "materials/base/b.vmt"]);
  });

  it("merges blocks of the same name and replaces only existing keys inside them", async () => {
    const { params } = await resolved({
      "materials/a.vmt": `patch { include materials/b.vmt
        replace { ">=dx90" { $x 2 $y 2 } } insert { ">=dx90" { $z 2 } } }`,
      "materials/b.vmt": 'Water { ">=dx90" { $x 1 } }',
    });
    expect(params).toEqual({ $x: "2", $z: "2" });
  });

  it("lets the outermost of several patches win", async () => {
    const { params } = await resolved({
      "materials/a.vmt": "patch { include materials/b.vmt replace { $x a } }",
      "materials/b.vmt": "patch { include c insert { $x b $y b } }",
      "materials/c.vmt": "Unlit { $y c $z c }",
    });
    expect(params).toEqual({ $x: "a", $y: "b", $z: "c" });
  });

  it("reports a missing include and keeps the values of the patches", async () => {
    const { vmt, params } = await resolved({
      "materials/a.vmt": "patch { include materials/b.vmt replace { $x a } }",
      "materials/b.vmt": "patch { include materials/Gone.vmt insert { $x b $y b } }",
    });
    expect(vmt).toMatchObject({ shader: "patch", missingInclude: "materials/gone.vmt" });
    expect(params).toMatchObject({ $x: "a", $y: "b" });
    expect(summarizeVmt(vmt!)).toMatchObject({ missingInclude: "materials/gone.vmt" });
  });

  it.each([
    ["VMT cycle", { "materials/a.vmt": "patch { include materials/A.vmt }" }],
    [
      "VMT cycle",
      {
        "materials/a.vmt": "patch { include materials/b.vmt }",
        "materials/b.vmt": "patch { include a }",
      },
    ],
    ["VMT syntax", { "materials/a.vmt": "patch { insert { $a 1 } }" }],
    ["VMT syntax", { "materials/a.vmt": 'patch { include "" }' }],
    ["VMT syntax", { "materials/a.vmt": "patch { include b }", "materials/b.vmt": "" }],
    [
      "VMT bad-count",
      Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [
          `materials/${i === 0 ? "a" : i}.vmt`,
          `patch { include ${i + 1} }`,
        ]),
      ),
    ],
  ] as [string, Record<string, string>][])("throws %s for bad includes", async (code, files) => {
    const error = await resolved(files).catch((e: unknown) => e);
    expect(
      codeOf(() => {
        throw error;
      }),
    ).toBe(code);
  });

  it("passes on errors of the read function", async () => {
    const broken = () => Promise.reject(new Error("disk"));
    await expect(resolveVmt("materials/a.vmt", broken)).rejects.toThrow("disk");
  });

  it("returns a material or throws a FormatError for damaged files", async () => {
    const a = `"patch" { "include" "materials/b.vmt" "insert" { "$a" "1" } "replace" { "$b" "2" } }`;
    const b = `"S" { "$b" "1" ">=dx90" { "$c" "1" } "S_hdr" { "hdr?$d" "1" } "Proxies" { "X" { } } }`;
    const damaged = (text: string) =>
      fc
        .array(
          fc.record({ at: fc.nat(text.length), put: fc.constantFrom('"', "{", "}", "", "[", "?") }),
          {
            maxLength: 4,
          },
        )
        .map((edits) =>
          edits.reduce((t, { at, put }) => t.slice(0, at) + put + t.slice(at + 1), text),
        );
    let good = 0;
    let bad = 0;
    await fc.assert(
      fc.asyncProperty(damaged(a), damaged(b), async (one, two) => {
        const files = { "materials/a.vmt": one, "materials/b.vmt": two };
        const outcome = await resolved(files).catch((error: unknown) => error);
        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(FormatError);
          bad++;
        } else good++;
      }),
      { numRuns: 1500, seed: 1 },
    );
    expect(good).toBeGreaterThan(100);
    expect(bad).toBeGreaterThan(100);
  });

  it("merges large files in linear time", async () => {
    const many = Array.from({ length: 80_000 }, (_, i) => `k${i} v`).join("\n");
    const start = processorMs();
    const { params } = await resolved({
      "materials/a.vmt": `patch { include materials/b.vmt insert { ${many} } }`,
      "materials/b.vmt": `S { ${many} }`,
    });
    expect(Object.keys(params!).length).toBe(80_000);
    expect(processorMs() - start).toBeLessThan(5000);
  });
});

describe("normalizePath", () => {
  it.each([
    ["Materials\\Brick//Wall.VMT", "materials/brick/wall.vmt"],
    ["/materials/./a/../b", "materials/b"],
    ["../../a", "a"],
    [" a/b ", "a/b"],
    ["", ""],
  ])("maps %j to %j", (path, expected) => {
    expect(normalizePath(path)).toBe(expected);
    expect(normalizePath(normalizePath(path))).toBe(expected);
  });
});
