import { id, integer, json, milliseconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { Role } from "./roles.ts"

/** The people who may enter the dashboard. Times of these tables are real milliseconds. */
export const users = table(
  "users",
  {
    id: id(),
    email: text(),
    role: text<Role>(),
    /** Null for a person who sees every account. */
    account: id().nullable(),
    created_ms: milliseconds(),
    removed_at_ms: milliseconds().nullable(),
    signed_in_ms: milliseconds().nullable(),
    /** When the user last ceased to be an owner, by another role. */
    owner_until_ms: milliseconds().nullable(),
  },
  { of: "platform", key: ["id"] },
)

export type User = RowOf<typeof users>

export const loginLinks = table(
  "login_links",
  { digest: text(), user_id: id(), expires_at_ms: milliseconds() },
  { of: "platform", key: ["digest"] },
)

/** How a session was opened: by a one-time link, a passkey, or OpenID Connect. */
export type Opener = "link" | "passkey" | "oidc"

export const sessions = table(
  "sessions",
  {
    digest: text(),
    user_id: id(),
    created_ms: milliseconds(),
    seen_ms: milliseconds(),
    /** When the user last proved their identity by more than a link. Null if never. */
    proved_ms: milliseconds().nullable(),
    /** Null: a link, in a session that an earlier version has opened. */
    opened_by: text<Opener>().nullable(),
  },
  { of: "platform", key: ["digest"] },
)

/** The passkeys of users (WebAuthn). The credential and its public key are in base64url. */
export const passkeys = table(
  "passkeys",
  {
    id: id(),
    user_id: id(),
    credential: text(),
    public_key: text(),
    counter: integer(),
    /** Separated by commas. */
    transports: text(),
    name: text(),
    created_ms: milliseconds(),
    used_ms: milliseconds().nullable(),
  },
  { of: "platform", key: ["id"], unique: [["credential"]] },
)

export type Passkey = RowOf<typeof passkeys>

/**
 * The answers to a challenge: a passkey that signs in, a passkey that proves again, a new passkey, an OpenID issuer's response, or the
 * choice of an account after it.
 */
export type ChallengeKind = "sign_in" | "prove" | "register" | "oidc" | "choose"

export const challenges = table(
  "sign_in_challenges",
  {
    digest: text(),
    kind: text<ChallengeKind>(),
    bound_to: text(),
    details: json<object>().nullable(),
    expires_at_ms: milliseconds(),
  },
  { of: "platform", key: ["digest"] },
)

export const sentForms = table(
  "sent_forms",
  { token: text(), user_id: id(), sent_ms: milliseconds() },
  { of: "platform", key: ["token"] },
)
