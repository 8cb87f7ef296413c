/** What the card networks write where a payer was authenticated. In the sale, the issuer then bears the loss of a fraud. */
type Indicators = { byIssuer: string; byNetwork: string }

const VISA: Indicators = { byIssuer: "05", byNetwork: "06" }
const INDICATORS: Readonly<Record<string, Indicators>> = {
  visa: VISA,
  elo: VISA,
  amex: VISA,
  mastercard: { byIssuer: "02", byNetwork: "01" },
}

/** 2: the issuer has authenticated the payer. 1: the network has done it in the issuer's stead. 0: nobody has. */
export type Strength = 0 | 1 | 2

/** An indicator in two digits. Null if a text is none. */
export function readEci(text: string | null | undefined): string | null {
  return text && /^\d{1,2}$/.test(text) ? text.padStart(2, "0") : null
}

/** What an indicator is worth for a card. One of another brand is worth nothing. */
export function strengthOf(brand: string | undefined, eci: string | null): Strength {
  const indicators = INDICATORS[brand ?? ""]
  const read = readEci(eci)
  if (!indicators || read === null) return 0
  if (read === indicators.byIssuer) return 2
  return read === indicators.byNetwork ? 1 : 0
}

/** Whether an indicator says for no brand that a payer was authenticated. */
export function provesNothing(eci: string | null): boolean {
  return Object.keys(INDICATORS).every((brand) => strengthOf(brand, eci) === 0)
}
