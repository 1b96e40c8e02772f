/** A material: its shader and parameters, `patch` files already merged in. */

export interface Vmt {
  /** Lower case: `lightmappedgeneric`, `worldvertextransition`, `water`, `patch`. */
  readonly shader: string;
  /** Parameters by lower-case name (`$basetexture`), values as written. */
  readonly params: ReadonlyMap<string, string>;
  /** In order. */
  readonly proxies: readonly VmtProxy[];
  /**
   * Content path of the file that a `patch` includes and that no source has. The shader is then
   * `patch`, and the parameters are those that the patch itself sets.
   */
  readonly missingInclude?: string;
}

/** What changes parameters while the material is shown. */
export interface VmtProxy {
  /** Lower case: `texturescroll`. */
  readonly name: string;
  /** By lower-case name, values as written. */
  readonly params: ReadonlyMap<string, string>;
}
