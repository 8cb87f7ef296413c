// The variables for sign-in with OpenID Connect (docs/operations/dashboard.md).
import { ConfigError, issuerUrl, secretFile, text } from "./values.ts"

export const OIDC = {
  oidcIssuer: {
    name: "OIDC_ISSUER",
    read: issuerUrl,
    shownDefault: "unset: users sign in by link and passkey",
    doc: "The OpenID issuer by which users of the dashboard can sign in, exactly as it calls itself: https, or http on this machine for tests.",
  },
  oidcClientId: {
    name: "OIDC_CLIENT_ID",
    read: text,
    shownDefault: "unset",
    doc: "The client that the issuer knows the dashboard as. Its redirect URI is `DASHBOARD_ORIGIN/sign-in/oidc/callback`.",
  },
  oidcClientSecret: {
    name: "OIDC_CLIENT_SECRET_FILE",
    read: secretFile,
    shownDefault: "unset",
    doc: "A file that contains the secret of that client. Users other than its owner and group must not have access.",
  },
} as const

type Oidc = Partial<Record<keyof typeof OIDC, string | undefined>>

/** Throws ConfigError if only some of the variables are set. */
export function checkOidc(config: Oidc): void {
  const missing = (Object.keys(OIDC) as (keyof typeof OIDC)[]).filter((member) => !config[member])
  if (missing.length === 0 || missing.length === Object.keys(OIDC).length) return
  const names = Object.values(OIDC).map(({ name }) => name)
  throw new ConfigError(
    `Set ${names.join(", ")} together: ${missing.map((member) => OIDC[member].name).join(" and ")} ${missing.length === 1 ? "has" : "have"} no value.`,
  )
}
