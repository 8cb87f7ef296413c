/** Operations of the mock acquirer that tests can make fail: with MOCK_ACQUIRER_FAULTS, or by changing the object at run time. */
export type Operation =
  | "authorize"
  | "create_pix"
  | "create_boleto"
  | "verify"
  | "refund"
  | "look_up"
  | "look_up_refund"
  | "finish_challenge"
  | "void_pix"

/**
 * `timeout_before`: the call never arrives. `timeout_after`: the operation is done, but no response comes. `server_error`: the
 * response is a 5xx, and nothing is done. `slow:MS`: the operation starts MS milliseconds late.
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
  "void_pix",
]

/** Parses a list such as `authorize=timeout_after,refund=slow:2000`. Returns undefined where it is malformed. */
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

/** Runs an operation with the fault that is set for it. Throws where a real acquirer's client would throw. */
export async function withFault<T>(faults: Faults, operation: Operation, run: () => Promise<T>): Promise<T> {
  const fault = faults[operation]
  if (fault === "timeout_before") throw new Error(`the acquirer timed out (${operation})`)
  if (fault === "server_error") throw new Error(`the acquirer responded with status 500 (${operation})`)
  if (fault?.startsWith("slow:")) await new Promise((resolve) => setTimeout(resolve, Number(fault.slice("slow:".length))))
  const result = await run()
  if (fault === "timeout_after") throw new Error(`the acquirer timed out (${operation})`)
  return result
}
