// What the runtime needs to know of the contract. The generation replaces this file by one made from openapi.yaml, so
// that the runtime can be compiled and tested before and without it.

/** The version of the package. */
export const PACKAGE_VERSION: string = "0.0.0"

/** The Service-Version that the types of this package describe. */
export const API_VERSION: string = "2026-04-27"

/** Where requests go when neither the option nor VINTEM_BASE_URL says so. */
export const BASE_URL: string = "http://127.0.0.1:3000"

/** The kind of an error. */
export type ErrorType = string

/** The exact reason of an error. */
export type ErrorCode = string

/** An event as it arrives at a webhook endpoint. */
export type Event = { id: string; object: string; type: string; data: { object: object } }
