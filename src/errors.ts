import type { ERRORS } from "../generated/errors.ts"

/** What went wrong, as a merchant's program reads it. The contract lists the codes, each with its type and its HTTP status. */
export type ErrorCode = keyof typeof ERRORS

type CodeOf<Type extends string> = { [Code in ErrorCode]: (typeof ERRORS)[Code]["type"] extends Type ? Code : never }[ErrorCode]

/** Why an issuer or a 3DS check refuses a card. */
export type CardErrorCode = CodeOf<"card_error">

type Missing<Code> = Code extends `${infer Resource}_not_found` ? Resource : never

/** A resource that can be looked up in vain. */
export type MissingResource = Missing<Exclude<CodeOf<"not_found_error">, "route_not_found">>

/**
 * A refusal that the caller is meant to read: thrown by the domain, rendered by `http/errors.ts`.
 * Anything else that is thrown becomes an opaque `internal_error`.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** Dotted path of the offending member, for example `card.number`. */
  readonly param: string | undefined

  constructor(code: ErrorCode, message: string, param?: string) {
    super(message)
    this.name = "ApiError"
    this.code = code
    this.param = param
  }
}

/**
 * The answer to every id that the caller's account and mode does not have, whether or not another one does. `param` names the
 * member of a body that the id came in.
 */
export function notFound(resource: MissingResource, id: string, param?: string): ApiError {
  const name = resource.replaceAll("_", " ")
  return new ApiError(`${resource}_not_found`, `No such ${name}: '${id.slice(0, 64)}'.`, param)
}
