/** How an acquirer names a charge in its statements, and to banks and cardholders. Null where it has not said (openapi.yaml, AcquirerReferences). */
export type References = {
  tid: string | null
  /** The number of the sale's receipt. */
  nsu: string | null
  authorization_code: string | null
  /** Of a PIX that was paid. */
  end_to_end_id: string | null
  /** Of a boleto. */
  our_number: string | null
}

export const REFERENCE_NAMES = [
  "tid",
  "nsu",
  "authorization_code",
  "end_to_end_id",
  "our_number",
] as const satisfies (keyof References)[]

export const NO_REFERENCES: References = {
  tid: null,
  nsu: null,
  authorization_code: null,
  end_to_end_id: null,
  our_number: null,
}

/** A reference that an acquirer has named. Other texts must not be stored and shown, because they may repeat parts of the request. */
export function readReference(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim() : ""
  return /^[0-9A-Za-z/.-]{1,40}$/.test(text) ? text : null
}
