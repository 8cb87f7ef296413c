import type { AnswerOutcome } from "../../chargebacks.ts"

/** Cielo asks to try again later. Whether the call was done is not said. */
const LATER = new Set(["901", "918"])
export const NOTHING_FOUND = new Set(["103", "938"])
const TREATED = "931"
/** The call did not reach what takes answers. */
const NOT_TAKEN = new Set([401, 403, 404, 405, 413, 415])

/** What is wrong, for the person who answers. */
const REFUSALS: Record<string, string> = {
  902: "The acquirer says that the case is not of this EC number.",
  903: "The acquirer does not take the document: it must be a PDF, TIFF or JPEG of at most 8 MB and 10 pages, and pictures of at most 8.64 × 14 inches.",
  904: "The acquirer says that the document is missing.",
  905: "The acquirer takes a reason of at most 100 characters.",
  929: "The acquirer does not take the name of the document.",
  930: "The acquirer says that the reason is missing.",
  941: "The acquirer says that the case is not of this EC number, or can no longer be answered.",
}

/** Judges the answer to an accept or a refuse. `message` is the acquirer's. */
export function answerOutcome(
  status: number,
  { code, message }: { code: string | undefined; message: string },
  done: string,
): AnswerOutcome {
  if (code === done) return { result: "done" }
  if (code === TREATED) return { result: "treated" }
  if (code === undefined && NOT_TAKEN.has(status)) return { result: "unavailable", refused: true }
  if (code === undefined || LATER.has(code) || status >= 500 || status === 408 || status === 429) return { result: "unknown" }
  return { result: "refused", code, message: REFUSALS[code] ?? (message || "The acquirer did not take the answer.") }
}
