/** A copy for the log, with no API key, card or document number, security code or secret in it, wherever they stand. */
export declare const redact: (value: unknown) => unknown;
/** Headers for the log, without those that carry a secret. */
export declare const redactHeaders: (headers: Record<string, string>) => object;
