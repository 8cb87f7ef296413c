import { expect } from "chai"
import { ApiError } from "../../src/base/errors.ts"
import { renderError, toApiError } from "../../src/http/errors.ts"

const withCode = (code: unknown) => Object.assign(new Error("the driver's words"), { code })

/** The response to an error that is not an ApiError. */
const responseTo = (error: unknown) => {
  const { status, error: body } = renderError(toApiError(error))
  return `${status} ${body.code}`
}

describe("When the database", () => {
  const away: Record<string, unknown[]> = {
    "is unreachable": ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ETIMEDOUT"].map(withCode),
    "drops the connection": ["ECONNRESET", "EPIPE", "08000", "08003", "08006", "08P01"].map(withCode),
    "has too many connections": [withCode("53300")],
    "waits too long for a lock": [withCode("55P03")],
    "only reads: it is a standby, or its disk is full": [withCode("25006")],
    "takes too long for a statement": [withCode("57014"), new Error("Query read timeout")],
    "refuses the login of the service": ["28P01", "28000"].map(withCode),
    "lets nobody in": [Object.assign(withCode("55000"), { severity: "FATAL" })],
    "shuts down, crashes or starts": ["57P01", "57P02", "57P03"].map(withCode),
    "is locked by another process for too long": [withCode("SQLITE_BUSY")],
    "is on a disk that is full": ["53100", "SQLITE_FULL"].map(withCode),
    "is on a disk that is not mounted": [withCode("SQLITE_CANTOPEN")],
    "is gone and the driver's error has no code": [
      "Connection terminated unexpectedly",
      "Connection terminated due to connection timeout",
      "timeout exceeded when trying to connect",
      "Client has encountered a connection error and is not queryable",
      "Cannot use a pool after calling end on the pool",
      "The database connection is not open",
    ].map((message) => new Error(message)),
  }
  for (const [what, errors] of Object.entries(away)) {
    it(`${what}, the response is 503 not_ready`, () => {
      for (const error of errors) expect(responseTo(error), String(error)).to.equal("503 not_ready")
    })
  }

  it("refuses a statement, the response is 500 internal_error: a retry would fail again", () => {
    const refusals = ["23505", "23503", "40001", "42P01", "55000", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CORRUPT", 8006].map(
      withCode,
    )
    for (const error of [...refusals, new Error("column x: Connection terminated"), "ECONNREFUSED", undefined])
      expect(responseTo(error), String(error)).to.equal("500 internal_error")
  })

  it("is not the cause, an API error stays as it is", () => {
    const error = new ApiError("parameter_invalid", "Connection terminated", "name")
    expect(toApiError(error)).to.equal(error)
  })
})
