import { expect } from "chai"
import { ApiError } from "../../src/errors.ts"
import { renderError, toApiError } from "../../src/http/errors.ts"

const withCode = (code: unknown) => Object.assign(new Error("the driver's words"), { code })

/** What a caller is told of an error that a handler did not throw for him. */
const told = (error: unknown) => {
  const { status, error: body } = renderError(toApiError(error))
  return `${status} ${body.code}`
}

describe("A database that", () => {
  const away: Record<string, unknown[]> = {
    "is not there": ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ETIMEDOUT"].map(withCode),
    "hangs up": ["ECONNRESET", "EPIPE", "08000", "08003", "08006", "08P01"].map(withCode),
    "has too many connections": [withCode("53300")],
    "is shut down, breaks down or starts": ["57P01", "57P02", "57P03"].map(withCode),
    "another process writes to for long": [withCode("SQLITE_BUSY")],
    "lies on a disk that is not mounted": [withCode("SQLITE_CANTOPEN")],
    "is gone, in words without a code": [
      "Connection terminated unexpectedly",
      "Connection terminated due to connection timeout",
      "timeout exceeded when trying to connect",
      "Client has encountered a connection error and is not queryable",
      "Cannot use a pool after calling end on the pool",
      "The database connection is not open",
    ].map((message) => new Error(message)),
  }
  for (const [what, errors] of Object.entries(away)) {
    it(`${what} is 503 not_ready`, () => {
      for (const error of errors) expect(told(error), String(error)).to.equal("503 not_ready")
    })
  }

  it("refuses a statement is 500 internal_error: the same request would fail again", () => {
    const refusals = ["23505", "23503", "40001", "42P01", "57014", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CORRUPT", 8006].map(
      withCode,
    )
    for (const error of [...refusals, new Error("column x: Connection terminated"), "ECONNREFUSED", undefined])
      expect(told(error), String(error)).to.equal("500 internal_error")
  })

  it("has nothing to do with an error that is meant for the caller", () => {
    const error = new ApiError("parameter_invalid", "Connection terminated", "name")
    expect(toApiError(error)).to.equal(error)
  })
})
