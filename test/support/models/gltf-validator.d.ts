/** Of Khronos' validator, which comes without types, what tests ask. */
declare module "gltf-validator" {
  interface Message {
    readonly code: string;
    readonly message: string;
    /** 0 an error, 1 a warning, 2 information, 3 a hint. */
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
