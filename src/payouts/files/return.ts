// The file in which the bank says what became of payouts.
import { createHash } from "node:crypto"
import { Refusal } from "../../base/errors.ts"
import { FAILURE_CODES, type FailureCode } from "../tables.ts"

export type ReturnLine = {
  payout: string
  status: "paid" | "failed"
  reference: string
  failure_code: FailureCode | null
}

const HEADER = "payout,status,reference,failure_code"
export const REFERENCE = /^[\w./:-]{1,64}$/

/** Reads a return file, which is UTF-8. Throws Refusal with the number of each wrong line, so a file is never taken in part. */
export function readReturn(text: string): ReturnLine[] {
  const [header, ...lines] = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .map((line) => line.trimEnd())
  if (header !== HEADER) throw refused([`Line 1: the first line must be ${HEADER}.`])
  const mistakes: string[] = []
  const read: ReturnLine[] = []
  for (const [index, line] of lines.entries()) {
    if (line === "") continue
    const found = readLine(line)
    if (typeof found === "string") mistakes.push(`Line ${index + 2}: ${found}`)
    else read.push(found)
  }
  if (mistakes.length > 0) throw refused(mistakes)
  return read
}

/** The SHA-256 of what a line says: a file that is read twice has the same. */
export function digestOf({ payout, status, reference, failure_code }: ReturnLine): string {
  return createHash("sha256")
    .update([payout, status, reference, failure_code ?? ""].join(","))
    .digest("hex")
}

/** Returns what is wrong, or the line. No member of it needs quotes. */
function readLine(line: string): ReturnLine | string {
  const members = line.split(",").map((member) => member.replace(/^"([^"]*)"$/, "$1").trim())
  const [payout = "", status = "", reference = "", failure_code = ""] = members
  if (members.length !== 4) return `it has ${members.length} members, not 4: ${HEADER}.`
  if (!/^[\w-]{1,64}$/.test(payout)) return "the payout must be an id, such as po_…."
  if (status !== "paid" && status !== "failed") return "the status must be paid or failed."
  if (!REFERENCE.test(reference)) return "the reference must have 1 to 64 letters, digits or any of _ . / : -."
  const code = FAILURE_CODES.find((each) => each === failure_code)
  if (status === "failed" && !code) return `the failure_code of a failed payout must be one of ${FAILURE_CODES.join(", ")}.`
  if (status === "paid" && failure_code !== "") return "a payout that is paid has no failure_code."
  return { payout, status, reference, failure_code: code ?? null }
}

function refused(mistakes: readonly string[]): Refusal {
  return new Refusal("return_file_invalid", `The file is not taken.\n${mistakes.slice(0, 20).join("\n")}`)
}
