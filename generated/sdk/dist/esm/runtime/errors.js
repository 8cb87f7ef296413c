/** The base of all errors of this package. What the service did not say is undefined. */
export class VintemError extends Error {
    name = "VintemError";
    /** The kind of the error, `card_error` for example; undefined when there was no answer. */
    type;
    /** The exact reason, `card_declined` for example. */
    code;
    /** The dotted path of the offending member, where there is one: `card.number`. */
    param;
    /** The HTTP status. */
    status;
    /** The Request-Id, which support can look up. */
    requestId;
    /** The headers of the answer. */
    headers;
    constructor(message, details = {}) {
        super(message, "cause" in details ? { cause: details.cause } : undefined);
        this.type = details.type;
        this.code = details.code;
        this.param = details.param;
        this.status = details.status;
        this.requestId = details.requestId;
        // The headers would fill the screen whenever an error is printed.
        Object.defineProperty(this, "headers", { value: details.headers, enumerable: false });
    }
}
/** The request is malformed, or the resource's state does not allow it. */
export class InvalidRequestError extends VintemError {
    name = "InvalidRequestError";
}
/** The API key is missing, invalid, expired or revoked. */
export class AuthenticationError extends VintemError {
    name = "AuthenticationError";
}
/** The API key is valid and may not do this. */
export class PermissionError extends VintemError {
    name = "PermissionError";
}
/** There is no such resource in the mode of the API key. */
export class NotFoundError extends VintemError {
    name = "NotFoundError";
}
/** The idempotency key was used for another request, or that request still runs. */
export class IdempotencyError extends VintemError {
    name = "IdempotencyError";
}
/** Too many requests with this API key. */
export class RateLimitError extends VintemError {
    name = "RateLimitError";
}
/** The card was refused. */
export class CardError extends VintemError {
    name = "CardError";
}
/** The service failed, or answered with what no other class describes. */
export class APIError extends VintemError {
    name = "APIError";
}
/** No answer, or none that could be read to its end; `cause` says why. The operation may have run: retry with the same idempotency key. */
export class ConnectionError extends VintemError {
    name = "ConnectionError";
}
/** No answer in time. The operation may have run: retry with the same idempotency key. */
export class TimeoutError extends ConnectionError {
    name = "TimeoutError";
}
/** The payload was not signed with this secret, or not lately. Do not trust it. */
export class SignatureVerificationError extends VintemError {
    name = "SignatureVerificationError";
}
const byType = {
    invalid_request_error: InvalidRequestError,
    authentication_error: AuthenticationError,
    permission_error: PermissionError,
    not_found_error: NotFoundError,
    idempotency_error: IdempotencyError,
    rate_limit_error: RateLimitError,
    card_error: CardError,
    api_error: APIError,
};
// For answers that are not the service's own, a gateway's for example.
const byStatus = {
    401: AuthenticationError,
    402: CardError,
    403: PermissionError,
    404: NotFoundError,
    422: IdempotencyError,
    429: RateLimitError,
};
const text = (value) => (typeof value === "string" ? value : undefined);
/** The error that an answer stands for: by its `error.type`, else by its status. */
export const errorFromResponse = (status, headers, body) => {
    const error = body?.error;
    const type = text(error?.type);
    const otherwise = status >= 400 && status < 500 ? InvalidRequestError : APIError;
    const Class = (type !== undefined && Object.hasOwn(byType, type) && byType[type]) || byStatus[status] || otherwise;
    return new Class(text(error?.message) ?? `The service answered with status ${status} and no explanation.`, {
        type,
        code: text(error?.code),
        param: text(error?.param),
        status,
        requestId: headers.get("request-id") ?? text(error?.request_id),
        headers,
    });
};
