/** A material: its shader and parameters, `patch` files already merged in. */

export interface Vmt {
  /** Lower case: `lightmappedgeneric`, `worldvertextransition`, `water`, `patch`. */
  readonly shader: string;
  /** Parameters by lower-case name (`$basetexture`), values as written. */
  readonly params: ReadonlyMap<string, string>;
  /** Names of the proxies, lower case, in order. */
  readonly proxies: readonly string[];
  /**
   * Content path of the file that a `patch` includes and that no source has. The shader is then
   * `patch`, and the parameters are those that the patch itself sets.
   */
  readonly missingInclude?: string;
}
