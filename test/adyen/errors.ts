import { type Reply, ServiceFailure } from "./types.ts"

/** An error in the documented form. Codes are those of the files' examples where there is one; README.md says which are guesses. */
export function errorReply(status: number, errorCode: string, message: string, errorType = "validation"): Reply {
  return { status, body: { status, errorCode, message, errorType } }
}

export function failureReply({ status, errorCode, message, errorType }: ServiceFailure): Reply {
  return { ...errorReply(status, errorCode, message, errorType), outside: ![400, 401, 403, 422, 500].includes(status) }
}

export function unauthorizedReply(): Reply {
  return errorReply(401, "000", "HTTP Status Response - Unauthorized", "security")
}

export function forbiddenReply(): Reply {
  return errorReply(403, "901", "Invalid Merchant Account", "security")
}

/** What a server in front of Adyen says: JSON where the form is Adyen's own. */
export function brokenReply(status: number): Reply {
  return { ...errorReply(status, "905", "Internal error", "internal"), outside: true }
}

export function htmlReply(status: number): Reply {
  return { status, type: "text/html", text: `<html><body><h1>${status}</h1></body></html>`, outside: true }
}

/** What no adapter should send. */
export function invalid(errorCode: string, message: string): ServiceFailure {
  return new ServiceFailure(422, errorCode, message)
}

/** What payers enter, or what nobody can know before. */
export function invalidInput(errorCode: string, message: string): ServiceFailure {
  return new ServiceFailure(422, errorCode, message, { isPayers: true })
}
