/** The keys of `utm`, in payment intents and in messages to integrations. See openapi.yaml, UtmParams. */
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
