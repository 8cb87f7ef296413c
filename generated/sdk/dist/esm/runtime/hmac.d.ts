/** HMAC-SHA256 of a message: 32 bytes. */
export declare const hmacSha256: (key: Uint8Array, message: Uint8Array) => Uint8Array;
