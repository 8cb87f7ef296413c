/** The operations that tests can make fail, with MOCK_ACQUIRER_FAULTS or by changing the object at run time. */
export type Operation = (typeof OPERATIONS)[number]

/**
 * `timeout_before`: the call never arrives. `timeout_after`: the operation is done, but no response comes. `server_error`: the
 * response is a 5xx, and nothing is done. `slow:MS`: the operation starts MS milliseconds late. `hang`: the call never returns.
 */
export type Fault = "timeout_before" | "timeout_after" | "server_error" | "hang" | `slow:${number}`

/** The faults of operations. A fault of one account, `account:acct_…/authorize`, takes precedence over a fault of all accounts. */
export type Faults = Partial<Record<Operation | `account:${string}/${Operation}`, Fault>>

const OPERATIONS = [
  "authorize",
  "create_pix",
  "create_boleto",
  "verify",
  "refund",
  "look_up",
  "look_up_refund",
  "holds",
  "finish_challenge",
  "void_pix",
  "capture",
  "release",
  "found_mandate",
  "mandate",
  "cancel_mandate",
  "charge_mandate",
] as const

const OPERATION = /^(?:account:acct_[0-9A-Za-z]+\/)?([a-z_]+)$/
const FAULT = /^(timeout_before|timeout_after|server_error|hang|slow:\d{1,6})$/

/**
 * Parses a list such as `authorize=timeout_after,account:acct_1/refund=slow:2000`. An entry without an account applies to all accounts.
 * Throws RangeError, which names the wrong part of the list.
 */
export function readFaults(text: string): Faults {
  const faults: Record<string, string> = {}
  for (const part of text.split(",").filter(Boolean)) {
    const [operation = "", fault = ""] = part.split(/=(.*)/s)
    if (!(OPERATIONS as readonly string[]).includes(OPERATION.exec(operation)?.[1] ?? ""))
      throw new RangeError(`'${operation}' is not one of ${OPERATIONS.join(", ")}, or one of them after account:acct_…/`)
    if (!FAULT.test(fault))
      throw new RangeError(
        `'${fault}' of '${operation}' is not one of timeout_before, timeout_after, server_error, hang, slow:MS`,
      )
    faults[operation] = fault
  }
  return faults as Faults
}

/** Runs an account's operation with the fault that is set for it. Throws whenever the client of a real acquirer would throw. */
export async function withFault<T>(faults: Faults, account: string, operation: Operation, run: () => Promise<T>): Promise<T> {
  const fault = faults[`account:${account}/${operation}`] ?? faults[operation]
  if (fault === "timeout_before") throw new Error(`the acquirer timed out (${operation})`)
  if (fault === "server_error") throw new Error(`the acquirer responded with status 500 (${operation})`)
  if (fault === "hang") return new Promise(() => {})
  if (fault?.startsWith("slow:")) await new Promise((resolve) => setTimeout(resolve, Number(fault.slice("slow:".length))))
  const result = await run()
  if (fault === "timeout_after") throw new Error(`the acquirer timed out (${operation})`)
  return result
}
