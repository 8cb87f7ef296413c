/** What the mock acquirer can be told to get wrong: for tests, by MOCK_ACQUIRER_FAULTS or by changing the object at run time. */
export type Operation =
  | "authorize"
  | "create_pix"
  | "create_boleto"
  | "verify"
  | "refund"
  | "look_up"
  | "look_up_refund"
  | "finish_challenge"

/**
 * `timeout_before`: it never arrived. `timeout_after`: it was done, and no answer came. `server_error`: an answer of 5xx, and
 * nothing done. `slow:MS`: the answer comes late.
 */
export type Fault = "timeout_before" | "timeout_after" | "server_error" | `slow:${number}`

export type Faults = Partial<Record<Operation, Fault>>

const OPERATIONS: Operation[] = [
  "authorize",
  "create_pix",
  "create_boleto",
  "verify",
  "refund",
  "look_up",
  "look_up_refund",
  "finish_challenge",
]

/** Reads `authorize=timeout_after,refund=slow:2000`; undefined where it is not that. */
export function readFaults(text: string): Faults | undefined {
  const faults: Faults = {}
  for (const part of text.split(",").filter(Boolean)) {
    const [operation, fault] = part.split("=") as [Operation, Fault]
    if (!OPERATIONS.includes(operation) || !/^(timeout_before|timeout_after|server_error|slow:\d{1,6})$/.test(fault ?? ""))
      return undefined
    faults[operation] = fault
  }
  return faults
}

/** Does a piece of work as the fault that is set for it would have it. Throws for what a real acquirer's client would throw for. */
export async function withFault<T>(faults: Faults, operation: Operation, work: () => Promise<T>): Promise<T> {
  const fault = faults[operation]
  if (fault === "timeout_before") throw new Error(`the acquirer timed out (${operation})`)
  if (fault === "server_error") throw new Error(`the acquirer answered 500 (${operation})`)
  if (fault?.startsWith("slow:")) await new Promise((resolve) => setTimeout(resolve, Number(fault.slice("slow:".length))))
  const result = await work()
  if (fault === "timeout_after") throw new Error(`the acquirer timed out (${operation})`)
  return result
}
