import type { ServerResponse } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import type { Call, Reply } from "./types.ts"

/**
 * What goes wrong with a call. Before Cielo has done it: `901`, `918`, `500`, `503`, `html` (a page of a gateway with 502), `hang`, `cut`,
 * `expired` (401), `slow`. After it has done it, so that the answer is lost: `hang_after`, `cut_after`, `500_after`, `901_after`, `truncated`.
 * `item` gives one of several in `accept` the code in `code`, and does not do it.
 */
export type FaultName = (typeof FAULTS)[number]
export const FAULTS = [
  ...["901", "918", "500", "503", "html", "hang", "cut", "expired", "slow"],
  ...["hang_after", "cut_after", "500_after", "901_after", "truncated", "item"],
] as const

/** A fault, for one call or for all, so many times (once unless given). `ms`: of `slow`. */
export type Fault = { fault: FaultName; call?: Call; times?: number; ms?: number; idChargeback?: number; code?: string }

/** The faults that are still to come, in their order. */
export function createFaults() {
  let faults: Fault[] = []
  const use = (found: Fault | undefined): Fault | undefined => {
    if (found)
      faults = faults
        .map((one) => (one === found ? { ...one, times: (one.times ?? 1) - 1 } : one))
        .filter(({ times }) => times !== 0)
    return found
  }
  return {
    add: (...more: Fault[]): void => void faults.push(...more),
    clear(): void {
      faults = []
    },
    /** The fault that hits a call, and counts it. */
    hit: (call: Call) => use(faults.find((one) => one.fault !== "item" && (one.call ?? call) === call)),
    /** The code that one of several gets in `accept`. */
    item: (idChargeback: number) => use(faults.find((one) => one.fault === "item" && one.idChargeback === idChargeback))?.code,
  }
}

const BEFORE: Partial<Record<FaultName, Reply>> = {
  "901": { status: 500, body: { code: "901", message: "Erro interno, tente novamente mais tarde" } },
  "918": { status: 500, body: { code: "918", message: "Erro de banco de dados, tente novamente mais tarde" } },
  "500": { status: 500, body: { message: "Internal Server Error" } },
  "503": { status: 503, body: { message: "Service Unavailable" } },
  html: { status: 502, body: "<html><body>Bad Gateway</body></html>" },
  expired: { status: 401, body: { error: "invalid_token", error_description: "The token has expired" } },
}

/** What happens before Cielo does a call: an answer without it, "gone" if nothing more happens, or nothing. */
export async function before(fault: Fault | undefined, response: ServerResponse): Promise<Reply | "gone" | undefined> {
  if (!fault) return undefined
  if (fault.fault === "slow") await wait(fault.ms ?? 1000)
  if (fault.fault === "cut") response.destroy()
  if (fault.fault === "cut" || fault.fault === "hang") return "gone"
  return BEFORE[fault.fault]
}

/** How the answer is lost after Cielo has done a call: the answer in its place, "gone", "truncated", or nothing. */
export function after(fault: Fault | undefined, response: ServerResponse): Reply | "gone" | "truncated" | undefined {
  if (fault?.fault === "cut_after") response.destroy()
  if (fault?.fault === "cut_after" || fault?.fault === "hang_after") return "gone"
  if (fault?.fault === "truncated") return "truncated"
  if (fault?.fault === "500_after") return BEFORE["500"]
  return fault?.fault === "901_after" ? BEFORE["901"] : undefined
}
