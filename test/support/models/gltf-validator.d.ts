/** Types of the parts of Khronos' validator that tests use. */
declare module "gltf-validator" {
  interface Message {
    readonly code: string;
    readonly message: string;
    /** 0 is an error, 1 a warning, 2 information, 3 a hint. */
    readonly severity: number;
    readonly pointer?: string;
  }
  interface Report {
    readonly issues: { readonly messages: readonly Message[] };
  }
  export function validateBytes(
    bytes: Uint8Array,
    options?: { readonly maxIssues?: number },
  ): Promise<Report>;
}
