import { hasPlainHost } from "../../accounts/origins.ts"
import { ApiError } from "../../base/errors.ts"

/** Throws parameter_invalid, for `param`, unless payers can be sent to the URL: https, or in test mode http on localhost. */
export function checkReturnUrl(text: string, livemode: boolean, param = "return_url"): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const local = url?.protocol === "http:" && !livemode && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url && hasPlainHost(url) && (url.protocol === "https:" || local)) return
  throw new ApiError(
    "parameter_invalid",
    `'${param}' is not a valid URL. Send an https URL. With a test key, http on localhost works too.`,
    param,
  )
}
