import type { OperationName } from "./operations.ts"
import type { Twist } from "./types.ts"

/** What the connection or a server in front of the bank does: before the bank has done the call, or after it. */
export const TRANSPORT = {
  slow_before: 31_000,
  slow_after: 31_000,
  cut_before: 0,
  cut_after: 0,
  hang_before: 0,
  hang_after: 0,
  error_before: 503,
  error_after: 500,
  html_before: 502,
  html_after: 502,
  xml_before: 500,
  xml_after: 500,
  /** A token that has time left is no longer taken. */
  unauthorized: 401,
  /** The value is `Retry-After` in seconds. Without one there is no such header. */
  too_many: 0,
  truncated: 0,
  malformed: 0,
} as const
export type TransportKind = keyof typeof TRANSPORT

/** What is done or answered in another way. */
const TWISTS: Record<string, (value: number) => Twist> = {
  unseen: (value) => ({ unseenMs: value }),
  status: (value) => ({ status: value }),
  no_code: () => ({ noCode: true }),
  efi_errors: () => ({ efiErrors: true }),
  extra_members: () => ({ extraMembers: true }),
  unknown_status: () => ({ unknownStatus: true }),
  shifts: () => ({ shifts: true }),
}

/**
 * A fault of a call: `kind` or `kind:value`, such as `error_after:504` or `unseen:8000`; several with `+` in between. `operation` and
 * `id` (a txid, an end-to-end id, or a devolução's id) say which calls it hits, all if they are left out. It hits `times` calls (1), or
 * one of every `every`, for ever unless `times` is given.
 */
export type Fault = { fault: string; operation?: OperationName; id?: string; times?: number; every?: number }
export type Hit = { transport?: { kind: TransportKind; value: number; given: boolean }; twist: Twist }

/** The faults that are still to come, in their order: the first that fits a call hits it. */
export function createFaults() {
  let faults: { rule: Fault; seen: number; left: number }[] = []
  return {
    /** Throws RangeError for a fault that does not exist. */
    next(rule: Fault): void {
      hitOf(rule.fault)
      faults.push({ rule, seen: 0, left: rule.times ?? (rule.every ? Number.POSITIVE_INFINITY : 1) })
    },
    clear(): void {
      faults = []
    },
    /** What hits a call, and counts it. */
    hit(operation: OperationName, ids: string[]): Hit | undefined {
      for (const one of faults) {
        const { rule } = one
        const fits = (rule.operation ?? operation) === operation && (rule.id === undefined || ids.includes(rule.id))
        if (!fits || one.left === 0 || ++one.seen % (rule.every ?? 1) !== 0) continue
        one.left--
        return hitOf(rule.fault)
      }
      return undefined
    },
  }
}
export type Faults = ReturnType<typeof createFaults>

function hitOf(fault: string): Hit {
  const hits = fault.split("+").map(hitOfOne)
  return {
    transport: hits.find(({ transport }) => transport)?.transport,
    twist: Object.assign({}, ...hits.map(({ twist }) => twist)),
  }
}

function hitOfOne(fault: string): Hit {
  const [kind = "", value = ""] = fault.split(":")
  if (Object.hasOwn(TWISTS, kind)) return { twist: TWISTS[kind]!(Number(value)) }
  if (!Object.hasOwn(TRANSPORT, kind)) {
    const names = [...Object.keys(TRANSPORT), ...Object.keys(TWISTS)].join(", ")
    throw new RangeError(`there is no fault ${kind}; the faults are ${names}`)
  }
  const transport = kind as TransportKind
  const given = value !== ""
  return { transport: { kind: transport, value: given ? Number(value) : TRANSPORT[transport], given }, twist: {} }
}
