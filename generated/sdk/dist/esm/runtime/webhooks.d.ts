import type { Event } from "./contract.js";
/** A request's body as it arrived: the bytes, or the text that they stand for. Never a parsed object. */
export type WebhookPayload = string | Uint8Array;
/** The value of the header Service-Signature, as the platform gives it. */
export type SignatureHeader = string | string[] | null | undefined;
/**
 * Verifies a webhook's signature and parses its payload.
 *
 * @param payload The raw body of the request.
 * @param header The value of the header Service-Signature.
 * @param secret The endpoint's signing secret, `whsec_…`.
 * @param tolerance How many seconds the signature's time may differ from now.
 * @throws SignatureVerificationError when the payload is not to be trusted; it has not been parsed then.
 */
declare const constructEvent: (payload: WebhookPayload, header: SignatureHeader, secret: string, tolerance?: number) => Event;
/** Like `constructEvent`, with the platform's WebCrypto: faster for large payloads, where waiting is no trouble. */
declare const constructEventAsync: (payload: WebhookPayload, header: SignatureHeader, secret: string, tolerance?: number) => Promise<Event>;
/**
 * Makes the header Service-Signature for a payload, for tests of your own webhook receiver.
 *
 * @param options.timestamp Unix seconds; now, if absent.
 */
declare const generateTestHeader: (options: {
    payload: WebhookPayload;
    secret: string;
    timestamp?: number | undefined;
}) => string;
/** Verifies webhooks. Needs no API key. */
export type Webhooks = {
    constructEvent: typeof constructEvent;
    constructEventAsync: typeof constructEventAsync;
    generateTestHeader: typeof generateTestHeader;
};
export declare const webhooks: Webhooks;
export {};
