// A stand-in for the file that `make generate` writes from openapi.yaml. With it, the runtime compiles and can be tested without the
// generated code.

/** The version of the package. */
export const PACKAGE_VERSION: string = "0.0.0"

/** The Service-Version that the types of this package describe. */
export const API_VERSION: string = "2026-04-27"

/** The base URL if neither the option nor VINTEM_BASE_URL sets one. */
export const BASE_URL: string = "http://127.0.0.1:3000"

/** The type of an error. */
export type ErrorType = string

/** The exact reason for an error. */
export type ErrorCode = string

/** An event as it arrives at a webhook endpoint. */
export type Event = { id: string; object: string; type: string; data: { object: object } }
