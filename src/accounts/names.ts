import { ApiError } from "../base/errors.ts"

/** Control, format and unassigned characters: a payer does not see them, and acquirers refuse them. */
const INVISIBLE = /\p{C}/u
const LETTER = /\p{L}/u

/**
 * Throws parameter_invalid, which names `param`, if a person's or a company's name has no letter or has invisible characters.
 * openapi.yaml says what a pattern can say that every language reads.
 */
export function checkName(name: string, param: string): void {
  if (LETTER.test(name) && !INVISIBLE.test(name)) return
  const message = `'${param}' has the wrong form. Send a name with at least one letter, and without control or invisible characters.`
  throw new ApiError("parameter_invalid", message, param)
}

/** Throws parameter_invalid if an e-mail address has invisible characters or spaces. openapi.yaml checks its other parts. */
export function checkEmail(email: string): void {
  if (!INVISIBLE.test(email) && !/\p{Z}/u.test(email)) return
  throw new ApiError(
    "parameter_invalid",
    "'email' has the wrong form. Send `name@host`, such as ana@example.com, without spaces and invisible characters, and without a dot " +
      "at the start or the end of a part or beside another dot.",
    "email",
  )
}
