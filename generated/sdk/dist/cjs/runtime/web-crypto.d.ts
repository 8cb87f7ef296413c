type WebCrypto = {
    getRandomValues(bytes: Uint8Array): Uint8Array;
    subtle: any;
};
/** WebCrypto, which every platform has as a global but Node 18. */
export declare const webCrypto: () => Promise<WebCrypto>;
/** A random UUID, version 4. Not `crypto.randomUUID`, which browsers have on secure pages only. */
export declare const uuid: () => Promise<string>;
/** Lower-case hexadecimal digits. */
export declare const hex: (bytes: Uint8Array) => string;
export {};
