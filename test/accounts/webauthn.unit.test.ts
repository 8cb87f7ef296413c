import { expect } from "chai"
import type { Passkey, User } from "../../src/accounts/users/tables.ts"
import {
  proofOptions,
  readAnswer,
  registrationOptions,
  verifyProof,
  verifyRegistration,
} from "../../src/accounts/users/webauthn.ts"
import { Authenticator } from "../support/browser/authenticator.ts"

const ORIGIN = "https://dashboard.example"
const USER = { id: "usr_1", email: "ana@example.com" } as User
const CHALLENGE = "one challenge"
const base64url = (text: string) => Buffer.from(text).toString("base64url")
const BY_ANY = { challenge: base64url(CHALLENGE), rpId: "dashboard.example" }

/** What a passkey is asked to register with. */
const asked = async (known: Passkey[] = []) => {
  const options = await registrationOptions(ORIGIN, { user: USER, accountName: undefined, known, challenge: CHALLENGE })
  return { ...options, rp: { ...options.rp, id: options.rp.id! } }
}

/** Registers a passkey. `change` changes the answer of the browser. */
async function register(key: Authenticator, change: (answer: { response: { transports: unknown[] } }) => void = () => {}) {
  const answer = JSON.parse(key.create(await asked(), { origin: ORIGIN }))
  change(answer)
  return verifyRegistration(ORIGIN, readAnswer(JSON.stringify(answer))!)
}

/** A passkey as it is kept once it was registered. */
async function registered(key: Authenticator, user_id = USER.id): Promise<Passkey> {
  const kept = { id: "psk_1", user_id, name: "Laptop", created_ms: 1, used_ms: null }
  return { ...kept, ...(await register(key))! }
}

describe("What browsers are asked about passkeys", () => {
  it("is a new one of their user, by the common algorithms, within three minutes, that finds and checks its user by itself", async () => {
    const known = await registered(new Authenticator())
    const options = await asked([{ ...known, transports: "internal,usb" }])
    expect(options).to.deep.include({ challenge: BY_ANY.challenge, timeout: 180_000, attestation: "none" })
    expect(options.rp).to.deep.equal({ name: "Vintém", id: "dashboard.example" })
    expect(options.user).to.include({ id: base64url("usr_1"), name: USER.email, displayName: USER.email })
    const ofAccount = await registrationOptions(ORIGIN, { user: USER, accountName: "Padaria", known: [], challenge: CHALLENGE })
    expect(ofAccount.user.name, "told apart from the same person's other passkeys").to.equal("ana@example.com (Padaria)")
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).to.deep.equal([-8, -7, -257])
    expect(options.authenticatorSelection).to.include({ residentKey: "required", userVerification: "required" })
    expect(options.excludeCredentials).to.deep.equal([
      { id: known.credential, transports: ["internal", "usb"], type: "public-key" },
    ])
  })

  it("is a proof by any passkey at a sign-in, and later by one of the user's", async () => {
    const known = await registered(new Authenticator())
    const any = await proofOptions(ORIGIN, { challenge: CHALLENGE })
    expect(any).to.include({ ...BY_ANY, timeout: 180_000, userVerification: "required" })
    expect(any.allowCredentials).to.equal(undefined)
    const own = await proofOptions(ORIGIN, { challenge: CHALLENGE, known: [{ ...known, transports: "" }] })
    expect(own.allowCredentials).to.deep.equal([{ id: known.credential, transports: [], type: "public-key" }])
  })
})

describe("What browsers answer about passkeys", () => {
  const client = base64url(JSON.stringify({ challenge: base64url(CHALLENGE) }))
  const answer = (id: unknown) => JSON.stringify({ id, response: { clientDataJSON: client } })

  it("names a passkey and a challenge, and is none otherwise", () => {
    expect(readAnswer(answer("psk"))).to.include({ id: "psk", challenge: CHALLENGE })
    expect(readAnswer(answer("p".repeat(2000)))).to.include({ challenge: CHALLENGE })
    for (const text of [
      "",
      "{",
      "null",
      "{}",
      '{"id":"psk","response":{"clientDataJSON":"e"}}',
      answer(5),
      answer("p".repeat(2001)),
    ])
      expect(readAnswer(text), text.slice(0, 60)).to.equal(undefined)
  })

  it("registers a passkey with its public key, and with what is known of how to reach it", async () => {
    const key = new Authenticator()
    expect(await register(key)).to.deep.include({ credential: key.id, counter: 1, transports: "internal" })
    const many = Array.from({ length: 12 }, (_, n) => `way-${"abcdefghijkl"[n]}`)
    const odd = await register(key, ({ response }) => (response.transports = ["usb", "no way", "x".repeat(21), ...many]))
    expect(odd!.transports).to.equal(["usb", ...many.slice(0, 9)].join(","))
  })

  it("registers nothing where it is for another origin or challenge, or where the passkey did not check its user", async () => {
    const options = await asked()
    const verify = async (text: string) => verifyRegistration(ORIGIN, readAnswer(text)!)
    const key = new Authenticator()
    expect(await verify(key.create(options, { origin: ORIGIN }))).to.include({ credential: key.id })
    for (const odd of [
      { origin: "https://evil.example" },
      { origin: ORIGIN, verified: false },
      { origin: ORIGIN, type: "webauthn.get" },
    ])
      expect(await verify(key.create(options, odd)), JSON.stringify(odd)).to.equal(undefined)
    expect(await verify(key.create({ ...options, rp: { id: "evil.example" } }, { origin: ORIGIN })), "another name").to.equal(
      undefined,
    )
  })

  it("proves who somebody is, with the counter of the passkey", async () => {
    const key = new Authenticator()
    const passkey = await registered(key)
    const proof = (odd: object = {}, by: Authenticator = key, kept = passkey) =>
      verifyProof(ORIGIN, readAnswer(by.get(BY_ANY, { origin: ORIGIN, ...odd }))!, kept)
    expect(await proof({ counter: 7 })).to.equal(7)
    expect(await proof({ counter: 8, userHandle: "" }), "an authenticator that names no user").to.equal(8)
    for (const odd of [
      { origin: "https://evil.example" },
      { verified: false },
      { type: "webauthn.create" },
      { userHandle: base64url("usr_2") },
      { counter: 1 },
    ])
      expect(await proof(odd, key, { ...passkey, counter: 5 }), JSON.stringify(odd)).to.equal(undefined)
    const other = new Authenticator()
    await registered(other)
    expect(await proof({ counter: 9 }, other), "another passkey").to.equal(undefined)
  })
})
