/** A material: its shader and parameters, with `patch` files merged. */

export interface Vmt {
  /** Shader in lower case: `lightmappedgeneric`, `worldvertextransition`, `water`, `patch`. */
  readonly shader: string;
  /** Parameters by lower-case name (`$basetexture`), with values as written. */
  readonly params: ReadonlyMap<string, string>;
  /** Proxies in order. */
  readonly proxies: readonly VmtProxy[];
  /**
   * Content path of the file that a `patch` includes but no source has. The shader is then `patch`,
   * and the parameters are those of the patch itself.
   */
  readonly missingInclude?: string;
}

/** A proxy, which changes parameters over time. */
export interface VmtProxy {
  /** Name in lower case: `texturescroll`. */
  readonly name: string;
  /** Parameters by lower-case name, with values as written. */
  readonly params: ReadonlyMap<string, string>;
}
