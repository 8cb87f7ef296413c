/** Where a payer came from (API v1, PaymentIntent): the nine keys of `utm`, on payment intents and to integrations. */
export const UTM_KEYS = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "utm_referrer",
  "utm_landing_page",
  "src",
  "sck",
] as const
