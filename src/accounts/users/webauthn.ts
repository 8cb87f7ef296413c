import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server"
import type { NewPasskey } from "./passkeys.ts"
import type { Passkey, User } from "./tables.ts"

/** How long a browser waits for the user. A challenge lives longer. */
const TIMEOUT_MS = 3 * 60_000

/** EdDSA, ES256 and RS256, which authenticators support. */
const ALGORITHMS = [-8, -7, -257]

/** The id of a credential in base64url. Authenticators make ids of at most 1023 bytes. */
const CREDENTIAL = /^[\w-]{1,2000}$/

/** Loaded on first use, because most processes never need this large module. */
const webauthn = () => import("@simplewebauthn/server")

/** The relying party id. Passkeys are made for it, and browsers allow their use for no other. */
const rpIdOf = (origin: string) => new URL(origin).hostname
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "utf8"))

/**
 * The options for registering a passkey that finds its user by itself and verifies the user. `accountName` tells the passkeys of a
 * person's users apart in the browser.
 */
export async function registrationOptions(
  origin: string,
  { user, accountName, known, challenge }: { user: User; accountName: string | undefined; known: Passkey[]; challenge: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn()
  const name = accountName ? `${user.email} (${accountName})` : user.email
  return generateRegistrationOptions({
    rpName: "Vintém",
    rpID: rpIdOf(origin),
    userName: name,
    userDisplayName: name,
    userID: bytesOf(user.id),
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  })
}

/** The options for a proof, by one of these passkeys or by any passkey that the user has for this service. */
export async function proofOptions(
  origin: string,
  { known, challenge }: { known?: Passkey[]; challenge: string },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    userVerification: "required",
    ...(known && { allowCredentials: known.map(descriptor) }),
  })
}

const descriptor = ({ credential, transports }: Passkey) => ({
  id: credential,
  transports: transports.split(",").filter(Boolean) as never[],
})

/** A browser's response. Only these parts are read before it is verified. */
export type Answer = { id: string; challenge: string; json: unknown }

/** Parses a browser's response. Returns undefined if the text is not such a response. */
export function readAnswer(text: string): Answer | undefined {
  try {
    const json = JSON.parse(text)
    const client = JSON.parse(Buffer.from(String(json.response.clientDataJSON), "base64url").toString("utf8"))
    const challenge = Buffer.from(String(client.challenge), "base64url").toString("utf8")
    return typeof json.id === "string" && CREDENTIAL.test(json.id) ? { id: json.id, challenge, json } : undefined
  } catch {
    return undefined
  }
}

/** Verifies a registration. Returns the data of its passkey, or undefined if the registration is not valid. */
export async function verifyRegistration(
  origin: string,
  { challenge, json }: Answer,
): Promise<Omit<NewPasskey, "name"> | undefined> {
  const { verifyRegistrationResponse } = await webauthn()
  const response = json as RegistrationResponseJSON
  const expected = { expectedChallenge: inBase64url(challenge), expectedOrigin: origin, expectedRPID: rpIdOf(origin) }
  const required = { requireUserVerification: true, supportedAlgorithmIDs: ALGORITHMS }
  const { registrationInfo } = await verifyRegistrationResponse({ response, ...expected, ...required }).catch(() => ({
    registrationInfo: undefined,
  }))
  if (!registrationInfo) return undefined
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  const known = transports.filter((transport) => /^[a-z-]{1,20}$/.test(transport)).slice(0, 10)
  return { credential: id, public_key: Buffer.from(publicKey).toString("base64url"), counter, transports: known.join(",") }
}

/**
 * Verifies a proof by a passkey, and that the proof names the passkey's user. Returns the counter of the authenticator, or undefined if the
 * proof is not valid.
 */
export async function verifyProof(origin: string, { challenge, json }: Answer, passkey: Passkey): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn()
  const response = json as AuthenticationResponseJSON
  const { userHandle } = response.response
  if (userHandle && Buffer.from(String(userHandle), "base64url").toString("utf8") !== passkey.user_id) return undefined
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: inBase64url(challenge),
    expectedOrigin: origin,
    expectedRPID: rpIdOf(origin),
    requireUserVerification: true,
    credential: {
      id: passkey.credential,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, "base64url")),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  return verified ? authenticationInfo?.newCounter : undefined
}

const inBase64url = (text: string) => Buffer.from(text, "utf8").toString("base64url")
