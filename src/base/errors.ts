import type { ERRORS } from "../../generated/errors.ts"
import { hasCardNumber, hasGroupedCardNumber, maskCardNumbers } from "./card-numbers.ts"
import { NO_ID } from "./ids.ts"

/** An error code of the contract, which gives each code its type and HTTP status (openapi.yaml, ErrorCode). */
export type ErrorCode = keyof typeof ERRORS

type CodeOf<Type extends string> = { [Code in ErrorCode]: (typeof ERRORS)[Code]["type"] extends Type ? Code : never }[ErrorCode]

/** Why an issuer or a 3DS check refused a card. */
export type CardErrorCode = CodeOf<"card_error">

type Missing<Code> = Code extends `${infer Resource}_not_found` ? Resource : never

/** A resource that has an error code ending in `_not_found`. */
export type MissingResource = Missing<Exclude<CodeOf<"not_found_error">, "route_not_found">>

/**
 * An error for the caller to read. The domain throws it and `http/errors.ts` renders it. Any other error becomes an opaque
 * `internal_error`.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** Dotted path of the invalid member, for example `card.number`. */
  readonly param: string | undefined

  constructor(code: ErrorCode, message: string, param?: string) {
    super(message)
    this.name = "ApiError"
    this.code = code
    this.param = param
  }
}

/** A refusal of an operator's action. The audit log records its code. */
export class Refusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = "Refusal"
    this.code = code
  }
}

/** Another request holds an object, such as a payment intent. `held` is the topic that is woken when that request ends (db/waiters.ts). */
export class HeldError extends ApiError {
  readonly held: string

  constructor(code: "payment_intent_locked" | "idempotency_request_in_progress", message: string, held: string) {
    super(code, message)
    this.held = held
  }
}

/** A temporary refusal. `seconds` becomes the header Retry-After. */
export class RetryLater extends ApiError {
  readonly seconds: number

  constructor(message: string, seconds: number) {
    super("rate_limit_exceeded", message)
    this.seconds = seconds
  }
}

/**
 * The error for an id that does not exist in the caller's account and mode. The error is the same if another account or mode has the
 * id. `param` names the body member that contained the id.
 */
export function notFound(resource: MissingResource, id: string, param?: string): ApiError {
  const name = resource.replaceAll("_", " ")
  const which = id === NO_ID ? "" : `: '${maskCardNumbers(id, 64)}'`
  return new ApiError(`${resource}_not_found`, `No such ${name}${which}.`, param)
}

/** The end of the sentence that refuses a card number, after the name of the member. */
export const NO_CARD_NUMBER = "contains a card number. Send card numbers to POST /v1/tokens alone, in `card.number`."

/** What `x-card-number` of the contract refuses in a text: any card number, or one that is grouped as on a card. */
export const CARD_NUMBER_RULES = { refused: hasCardNumber, refused_if_grouped: hasGroupedCardNumber }
export type CardNumberRule = keyof typeof CARD_NUMBER_RULES

/** Throws parameter_invalid if a text that the contract does not check contains a card number. */
export function refuseCardNumber(text: string | null | undefined, param: string, rule: CardNumberRule = "refused"): void {
  if (text && CARD_NUMBER_RULES[rule](text)) throw new ApiError("parameter_invalid", `'${param}' ${NO_CARD_NUMBER}`, param)
}
