/** The signature of a VPK: RSA, PKCS #1 v1.5 over SHA-256, by the key that lies beside it. */

import { createHash, createPublicKey, createVerify, type KeyObject } from "node:crypto";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { FormatError } from "../../core/errors.ts";
import type { VpkSections, VpkSums } from "../../formats/vpk/parse-vpk-sums.ts";
import { vpkError } from "../../formats/vpk/vpk-error.ts";
import { PartReader } from "./rows-by-part.ts";

export interface SignatureCheck {
  /** `unsigned`: there is a section, and no signature in it. */
  readonly state: "good" | "wrong" | "unsigned";
  /** What is signed: all bytes before the section, or the whole file's MD5 sum. */
  readonly of: "file" | "sum";
  /** Of the key, by which one may tell whose it is: the file itself does not. */
  readonly keyBits: number | null;
  readonly keySha256: string | null;
}

/** Null where the file has no section for it; a wrong one is added to `faults`. */
export async function verifyVpkSignature(
  directory: ByteSource,
  sections: VpkSections,
  sums: VpkSums,
  faults: FormatError[],
): Promise<SignatureCheck | null> {
  if (sums.signature === null) return null;
  const { of, publicKey, signature } = sums.signature;
  if (publicKey.length === 0 && signature.length === 0) {
    return { state: "unsigned", of, keyBits: null, keySha256: null };
  }
  const keySha256 = createHash("sha256").update(publicKey).digest("hex");
  const at = sections.signatureOffset;
  const key = importKey(publicKey);
  if (key === null) {
    const found = `${publicKey.length} other bytes`;
    faults.push(vpkError("bad-value", "signature", at, "a public RSA key", found));
    return { state: "wrong", of, keyBits: null, keySha256 };
  }
  const verify = createVerify("sha256");
  if (of === "file") {
    await new PartReader(directory).read("signature", 0, at, (bytes) => void verify.update(bytes));
  } else if (sums.wholeSum !== null) {
    // Whether the sum is the file's own is told by itself.
    verify.update(sums.wholeSum);
  }
  const isGood = verify.verify(key, signature);
  if (!isGood) {
    const expected = `a signature of ${of === "file" ? `the ${at} bytes before it` : "the whole file's MD5"}`;
    faults.push(vpkError("mismatch", "signature", at, expected, "one of other bytes"));
  }
  const keyBits = key.asymmetricKeyDetails?.modulusLength ?? null;
  return { state: isGood ? "good" : "wrong", of, keyBits, keySha256 };
}

function importKey(der: Uint8Array): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
    return key.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    // Bytes that OpenSSL does not take: the caller says so.
    return null;
  }
}
