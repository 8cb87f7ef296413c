import { createFaultRules } from "../fault-rules.ts"
import { TRANSPORT, type Transport, transportOf } from "../faults.ts"
import { MPI_OPERATIONS, type MpiOperation, type MpiTwist } from "./types.ts"

/** A fault, and the calls that it hits. A member that is left out excludes nothing. */
export type MpiFaultRule = {
  /** A fault and its value, such as `slow_before:200`, or several with `+` in between. */
  fault: string
  operation?: MpiOperation
  /** An orderNumber. */
  order?: string
  amount?: number
  /** Hits one call in so many; which one, the seed decides. */
  every?: number
  /** Ends after so many hits. */
  times?: number
}
export type MpiTarget = { operation: MpiOperation; order?: string | undefined; amount?: number | undefined }
export type MpiHit = { transport?: Transport | undefined; twist: MpiTwist }

const MEMBERS: (keyof MpiFaultRule)[] = ["fault", "operation", "order", "amount", "every", "times"]

const TWISTS: Record<string, (value: string) => MpiTwist> = {
  challenge: () => ({ challenge: true }),
  reason: (value) => ({ reason: value || "151" }),
  eci: (value) => ({ eci: value || "other_brand" }),
  another: (value) => ({ another: (value || "order") as "order" }),
  no_cavv: () => ({ noCavv: true }),
  never_ready: () => ({ neverReady: true }),
}

/** Three times as slow as usual. */
const SLOW = "slow"
const SLOW_MS = 3000
const FAULTS: readonly string[] = [SLOW, ...Object.keys(TRANSPORT), ...Object.keys(TWISTS)]

/** The faults of the MPI's calls. `delayMs`: how long an answer takes otherwise. */
export function createMpiFaults(random: () => number) {
  const { set, add, find } = createFaultRules<MpiFaultRule, MpiTarget>(random, { check: checkRule, matches })
  return {
    set,
    add,
    /** The fault that hits a call, and counts it. */
    hit(target: MpiTarget, delayMs: number): { fault: string; hit: MpiHit } | undefined {
      const rule = find(target)
      return rule && { fault: rule.fault, hit: hitOf(rule.fault, delayMs) }
    },
  }
}

function hitOf(fault: string, delayMs: number): MpiHit {
  const hits = fault.split("+").map((one): MpiHit => {
    const [kind = "", value = ""] = one.split(":")
    if (Object.hasOwn(TWISTS, kind)) return { twist: TWISTS[kind]!(value) }
    if (kind === SLOW) return { transport: { kind: "slow_after", value: delayMs ? 3 * delayMs : SLOW_MS }, twist: {} }
    return { transport: transportOf(kind as Transport["kind"], value), twist: {} }
  })
  return {
    transport: hits.find(({ transport }) => transport)?.transport,
    twist: Object.assign({}, ...hits.map(({ twist }) => twist)),
  }
}

function matches(rule: MpiFaultRule, target: MpiTarget): boolean {
  const members = ["operation", "order", "amount"] as const
  return members.every((member) => rule[member] === undefined || rule[member] === target[member])
}

function checkRule(rule: MpiFaultRule): void {
  const entry = JSON.stringify(rule)
  const unknown = Object.keys(rule).find((member) => !MEMBERS.includes(member as keyof MpiFaultRule))
  if (unknown) throw new RangeError(`${entry}: a fault has no ${unknown}; it has ${MEMBERS.join(", ")}`)
  const names = String(rule.fault)
    .split("+")
    .map((one) => one.split(":")[0] as string)
  if (!names.every((name) => FAULTS.includes(name)))
    throw new RangeError(`${entry}: there is no such fault; the faults are ${FAULTS.join(", ")}`)
  if (rule.operation !== undefined && !MPI_OPERATIONS.includes(rule.operation))
    throw new RangeError(`${entry}: there is no such operation; the operations are ${MPI_OPERATIONS.join(", ")}`)
}
