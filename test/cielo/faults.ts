import { createFaultRules } from "./fault-rules.ts"
import { OPERATIONS, type Operation, type Twist } from "./types.ts"

/** What the connection does: before the bank has done the call, or after it. */
export type Transport = {
  kind:
    | "slow_before"
    | "slow_after"
    | "cut_before"
    | "cut_after"
    | "error_before"
    | "error_after"
    | "hang_before"
    | "hang_after"
    | "truncated"
    | "malformed"
  /** Milliseconds of a slow one, the HTTP status of an error. */
  value: number
}
export type Hit = { transport?: Transport; twist: Twist }

/** A fault, and the calls that it hits. A member that is left out excludes nothing. */
export type FaultRule = {
  /** A fault and its value, such as `slow_before:200`, or several with `+` in between. */
  fault: string
  operation?: Operation
  /** A PaymentId. */
  payment?: string
  /** A MerchantOrderId. */
  order?: string
  /** A MerchantId. */
  merchant?: string
  /** What a sale is asked for, in cents. */
  amount?: number
  /** Hits one call in so many; which one, the seed decides. */
  every?: number
  /** Ends after so many hits. */
  times?: number
}
export type Target = Pick<FaultRule, "payment" | "order" | "merchant" | "amount"> & { operation: Operation }

const MEMBERS: (keyof FaultRule)[] = ["fault", "operation", "payment", "order", "merchant", "amount", "every", "times"]

/** What happens to connections, each with the value that it has unless another is given. */
export const TRANSPORT: Record<Transport["kind"], number> = {
  slow_before: 1000,
  slow_after: 1000,
  cut_before: 0,
  cut_after: 0,
  error_before: 500,
  error_after: 500,
  hang_before: 0,
  hang_after: 0,
  truncated: 0,
  malformed: 0,
}
/** Those that `any` chooses from. A call that hangs costs its caller the whole deadline, so it is left out. */
const ANY = ["slow_before:50", "slow_after:50", "cut_before", "cut_after", "error_before", "error_after", "truncated"]

const TWISTS: Record<string, (value: string) => Twist> = {
  undecided: (value) => ({ undecidedMs: Number(value || 0) }),
  unseen: (value) => ({ unseenMs: Number(value || 1000) }),
  short: (value) => ({ short: Number(value || 1) }),
  over: (value) => ({ short: -Number(value || 1) }),
  currency: (value) => ({ currency: value || "USD" }),
  silent: (value) => ({ silence: value === "hang" ? "hang_before" : "error_before" }),
  void_code: (value) => ({ voidCode: value || "99" }),
  capture_code: (value) => ({ captureCode: value || "51" }),
  eci: (value) => ({ eci: value || "07" }),
  voided_as: (value) => ({ voidedAs: Number(value || 15) as 15 }),
  other_spelling: () => ({ options: { otherSpelling: true } }),
  older: () => ({ options: { older: true } }),
}

/** The names of all faults. */
export const FAULTS: readonly string[] = ["any", ...Object.keys(TRANSPORT), ...Object.keys(TWISTS)]

/** The faults of the calls, in the order in which they were set: the first that hits a call counts. */
export function createFaults(random: () => number) {
  const { set, add, find } = createFaultRules<FaultRule, Target>(random, { check: (rule) => checkRule(rule), matches })
  return {
    set,
    add,
    /** The fault that hits a call, and counts it. */
    hit(target: Target): { fault: string; hit: Hit } | undefined {
      const rule = find(target)
      if (!rule) return undefined
      const fault = rule.fault === "any" ? (ANY[Math.floor(random() * ANY.length)] as string) : rule.fault
      return { fault, hit: hitOf(fault) }
    },
  }
}
export type Faults = ReturnType<typeof createFaults>

/** Reads a list such as `card=cut_after@10,void=void_code:72,any@20`: `[operation=]fault[:value][@every]`. Throws RangeError. */
export function readFaults(list: string): FaultRule[] {
  return list
    .split(",")
    .filter(Boolean)
    .map((entry) => {
      const [, operation, fault = "", every] = /^(?:([a-z_]+)=)?([a-z_]+[A-Za-z0-9_:+]*)(?:@([1-9][0-9]*))?$/.exec(entry) ?? []
      const rule: FaultRule = {
        fault,
        ...(operation && { operation: operation as Operation }),
        ...(every && { every: Number(every) }),
      }
      checkRule(rule, entry)
      return rule
    })
}

/** What a fault does, or several that are joined. */
export function hitOf(fault: string): Hit {
  const hits = fault.split("+").map(hitOfOne)
  return {
    transport: hits.find(({ transport }) => transport)?.transport,
    twist: Object.assign({}, ...hits.map(({ twist }) => twist)),
  }
}

function hitOfOne(fault: string): Hit {
  const [kind = "", value = ""] = fault.split(":")
  if (Object.hasOwn(TWISTS, kind)) return { twist: TWISTS[kind]!(value) }
  return { transport: transportOf(kind as Transport["kind"], value), twist: {} }
}

/** What a connection does by a fault and its value, which may be empty. */
export function transportOf(kind: Transport["kind"], value: string): Transport {
  return { kind, value: value ? Number(value) : TRANSPORT[kind] }
}

function matches(rule: FaultRule, target: Target): boolean {
  const members = ["operation", "payment", "order", "merchant", "amount"] as const
  return members.every((member) => rule[member] === undefined || rule[member] === target[member])
}

function checkRule(rule: FaultRule, entry = JSON.stringify(rule)): void {
  const unknown = Object.keys(rule).find((member) => !MEMBERS.includes(member as keyof FaultRule))
  if (unknown) throw new RangeError(`${entry}: a fault has no ${unknown}; it has ${MEMBERS.join(", ")}`)
  const names = String(rule.fault)
    .split("+")
    .map((one) => one.split(":")[0] as string)
  if (!names.every((name) => FAULTS.includes(name)))
    throw new RangeError(`${entry}: there is no such fault; the faults are ${FAULTS.join(", ")}`)
  if (rule.operation !== undefined && !OPERATIONS.includes(rule.operation))
    throw new RangeError(`${entry}: there is no such operation; the operations are ${OPERATIONS.join(", ")}`)
}
