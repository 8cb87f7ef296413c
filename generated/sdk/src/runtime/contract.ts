// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
export type { ErrorCode, ErrorType, Event } from "../models.ts"

/** The version of the package. */
export const PACKAGE_VERSION: string = "0.1.0"

/** The Service-Version that the types of this package describe. */
export const API_VERSION: string = "2026-04-27"

/** Where requests go when neither the option nor VINTEM_BASE_URL says so. */
export const BASE_URL: string = "http://127.0.0.1:3000"
