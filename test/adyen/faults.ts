import type { OperationName } from "./operations.ts"

/** What the connection or a server in front of Adyen does: before Adyen has done the call, or after it. */
const TRANSPORT = {
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
  unauthorized: 401,
  forbidden: 403,
  /** The value is `Retry-After` in seconds. Without one there is no such header. */
  too_many: 0,
  truncated: 0,
  malformed: 0,
} as const
export type TransportKind = keyof typeof TRANSPORT

/** What is done or answered in another way. `slowMs`: the work takes so long, while the key is under way. */
export type Twist = { slowMs?: number; extraMembers?: boolean; unknownResult?: boolean }

const TWISTS: Record<string, (value: number) => Twist> = {
  slow: (value) => ({ slowMs: value || 31_000 }),
  extra_members: () => ({ extraMembers: true }),
  unknown_result: () => ({ unknownResult: true }),
}

/**
 * A fault of a call: `kind` or `kind:value`, such as `error_after:504`; several with `+` in between. `operation` and `id` (a reference, a
 * pspReference in the path, or an idempotency key) say which calls it hits, all if they are left out. It hits `times` calls (1), or one of
 * every `every`, for ever unless `times` is given.
 */
export type Fault = { fault: string; operation?: OperationName; id?: string; times?: number; every?: number }
export type Transport = { kind: TransportKind; value: number; given: boolean }
export type Hit = { transport: Transport | undefined; twist: Twist; fault: string }

/** The faults that are still to come, in their order: the first that fits a call hits it. */
export function createFaults() {
  let faults: { rule: Fault; seen: number; left: number }[] = []
  const stateOf = (rule: Fault) => ({ rule, seen: 0, left: rule.times ?? (rule.every ? Number.POSITIVE_INFINITY : 1) })
  const checked = (rules: Fault[]): Fault[] => {
    for (const { fault } of rules) hitOf(fault)
    return rules
  }
  return {
    /** Throws RangeError for a fault that does not exist. */
    add: (rules: Fault[]): void => void faults.push(...checked(rules).map(stateOf)),
    set(rules: Fault[]): void {
      faults = checked(rules).map(stateOf)
    },
    /** What hits a call, and counts it. */
    hit(operation: OperationName, ids: unknown[]): Hit | undefined {
      for (const one of faults) {
        const { rule } = one
        const fits = (rule.operation ?? operation) === operation && (rule.id === undefined || ids.includes(rule.id))
        if (!fits || one.left <= 0 || ++one.seen % (rule.every ?? 1) !== 0) continue
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
    fault,
    transport: hits.find(({ transport }) => transport)?.transport,
    twist: Object.assign({}, ...hits.map(({ twist }) => twist)),
  }
}

function hitOfOne(fault: string): { transport?: Transport; twist: Twist } {
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
