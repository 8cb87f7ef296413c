// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.
export type { ErrorCode, ErrorType, Event } from "../models.ts"

/** The version of the package. */
export const PACKAGE_VERSION: string = "0.1.0"

/** The Service-Version that the types of this package describe. */
export const API_VERSION: string = "2026-12-01"

/** The base URL if neither the option nor VINTEM_BASE_URL sets one. */
export const BASE_URL: string = "http://127.0.0.1:3000"
