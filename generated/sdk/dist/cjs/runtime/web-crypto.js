"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.hex = exports.uuid = exports.webCrypto = void 0;
// In a variable and marked, so that bundlers for browsers leave the import alone: only Node 18 ever gets to it.
const nodeCrypto = "node:crypto";
/** WebCrypto, which every platform has as a global but Node 18. */
const webCrypto = async () => globalThis.crypto ??
    (await import(/* webpackIgnore: true */ /* @vite-ignore */ nodeCrypto)).webcrypto;
exports.webCrypto = webCrypto;
/** A random UUID, version 4. Not `crypto.randomUUID`, which browsers have on secure pages only. */
const uuid = async () => {
    const bytes = (await (0, exports.webCrypto)()).getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return (0, exports.hex)(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};
exports.uuid = uuid;
/** Lower-case hexadecimal digits. */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
exports.hex = hex;
