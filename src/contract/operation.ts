import type { Operation as RoutedOperation } from "openapi-backend"

/** One operation of the contract, with Vintém's extensions. */
export type Operation = RoutedOperation & {
  operationId: string
  /** Upper case. */
  httpMethod: string
  "x-scope"?: string
  "x-since"?: string
  "x-publishable"?: boolean
  "x-test-only"?: boolean
  "x-sdk-resource"?: string
  "x-sdk-method"?: string
  "x-sdk-paging"?: boolean
}

/** The parts of a request that the contract describes. */
export type CheckedRequest = {
  path: Record<string, string>
  query: Record<string, unknown>
  header: Record<string, string | string[] | undefined>
  requestBody?: unknown
}
