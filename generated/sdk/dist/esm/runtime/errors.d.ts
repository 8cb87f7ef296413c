import type { ErrorCode, ErrorType } from "./contract.js";
import type { Open, ResponseHeaders } from "./types.js";
/** What the service said with an error. */
export type ErrorDetails = {
    type?: string | undefined;
    code?: string | undefined;
    param?: string | undefined;
    status?: number | undefined;
    requestId?: string | undefined;
    headers?: ResponseHeaders | undefined;
    cause?: unknown;
};
/** The base of all errors of this package. What the service did not say is undefined. */
export declare class VintemError extends Error {
    readonly name: string;
    /** The kind of the error, `card_error` for example; undefined when there was no answer. */
    readonly type: Open<ErrorType> | undefined;
    /** The exact reason, `card_declined` for example. */
    readonly code: Open<ErrorCode> | undefined;
    /** The dotted path of the offending member, where there is one: `card.number`. */
    readonly param: string | undefined;
    /** The HTTP status. */
    readonly status: number | undefined;
    /** The Request-Id, which support can look up. */
    readonly requestId: string | undefined;
    /** The headers of the answer. */
    readonly headers: ResponseHeaders | undefined;
    constructor(message: string, details?: ErrorDetails);
}
/** The request is malformed, or the resource's state does not allow it. */
export declare class InvalidRequestError extends VintemError {
    readonly name: string;
}
/** The API key is missing, invalid, expired or revoked. */
export declare class AuthenticationError extends VintemError {
    readonly name: string;
}
/** The API key is valid and may not do this. */
export declare class PermissionError extends VintemError {
    readonly name: string;
}
/** There is no such resource in the mode of the API key. */
export declare class NotFoundError extends VintemError {
    readonly name: string;
}
/** The idempotency key was used for another request, or that request still runs. */
export declare class IdempotencyError extends VintemError {
    readonly name: string;
}
/** Too many requests with this API key. */
export declare class RateLimitError extends VintemError {
    readonly name: string;
}
/** The card was refused. */
export declare class CardError extends VintemError {
    readonly name: string;
}
/** The service failed, or answered with what no other class describes. */
export declare class APIError extends VintemError {
    readonly name: string;
}
/** No answer, or none that could be read to its end; `cause` says why. The operation may have run: retry with the same idempotency key. */
export declare class ConnectionError extends VintemError {
    readonly name: string;
}
/** No answer in time. The operation may have run: retry with the same idempotency key. */
export declare class TimeoutError extends ConnectionError {
    readonly name: string;
}
/** The payload was not signed with this secret, or not lately. Do not trust it. */
export declare class SignatureVerificationError extends VintemError {
    readonly name: string;
}
/** The error that an answer stands for: by its `error.type`, else by its status. */
export declare const errorFromResponse: (status: number, headers: ResponseHeaders, body: unknown) => VintemError;
