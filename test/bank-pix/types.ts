import type { IncomingHttpHeaders } from "node:http"

/** A request as it came. `fingerprint` is the SHA-256 of the client's certificate. */
export type Request = { method: string; url: URL; headers: IncomingHttpHeaders; text: string; fingerprint: string }

/**
 * An answer over HTTP. `text` is sent in place of `body`. `outside` says that the contract does not know it: what only some banks do, and
 * faults.
 */
export type Reply = {
  status: number
  body?: unknown
  text?: string
  type?: string
  headers?: Record<string, string>
  outside?: boolean
}

/** A rule that a request breaks, as the contract words it: the reason, and the member. */
export type Violation = { razao: string; propriedade: string }

/** A request that the bank refuses: the name of the error, as in `https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida`. */
export class Refusal extends Error {
  readonly error: string
  readonly status: number
  readonly violations: Violation[]

  constructor(error: string, violations: Violation[] = [], status = 400) {
    super(`${error}: ${violations.map(({ razao }) => razao).join("; ")}`)
    this.error = error
    this.status = status
    this.violations = violations
  }
}

/** Throws a refusal if there is any violation. */
export function refuse(error: string, violations: (Violation | false | undefined)[]): void {
  const found = violations.filter((one) => one !== false && one !== undefined)
  if (found.length > 0) throw new Refusal(error, found)
}

/** A resource that does not exist. */
export function notFound(error: string): Refusal {
  return new Refusal(error, [], 404)
}

/** What a fault changes in how a call is done and answered. */
export type Twist = {
  /** Reads do not show what the call has written for so long. */
  unseenMs?: number
  /** The status of an answer that is no refusal. */
  status?: number
  noCode?: boolean
  efiErrors?: boolean
  extraMembers?: boolean
  unknownStatus?: boolean
  /** A Pix arrives while a list is read, so that its pages shift. */
  shifts?: boolean
}
