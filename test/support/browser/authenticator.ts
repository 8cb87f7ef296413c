// A passkey authenticator in software. It can also respond as no honest one does.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"
import type { Visitor } from "../dashboard/dashboard.ts"

type Answering = { origin: string; verified?: boolean; counter?: number; userHandle?: string; type?: string }

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest()
const base64url = (data: string | Uint8Array) => Buffer.from(data as string).toString("base64url")

export class Authenticator {
  readonly id = base64url(randomBytes(16))
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" })
  #user = ""
  counter = 0

  /** Responds to /passkeys/challenge. */
  create(options: { challenge: string; rp: { id: string }; user: { id: string } }, answering: Answering): string {
    this.#user = options.user.id
    const credential = Buffer.from(this.id, "base64url")
    const length = Buffer.from([0, credential.length])
    const data = Buffer.concat([this.#data(options.rp.id, 0x40, answering), Buffer.alloc(16), length, credential, this.#cose()])
    const object = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(data)],
    ])
    const clientDataJSON = base64url(clientData("webauthn.create", options.challenge, answering))
    const attestationObject = base64url(isoCBOR.encode(object as never))
    return this.#answer({ clientDataJSON, attestationObject, transports: ["internal"] })
  }

  /** Responds to the challenge of a sign-in or a proof. */
  get(options: { challenge: string; rpId: string }, answering: Answering): string {
    const client = clientData("webauthn.get", options.challenge, answering)
    const data = this.#data(options.rpId, 0, answering)
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.#keys.privateKey)
    const userHandle = answering.userHandle ?? this.#user
    return this.#answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle,
    })
  }

  #answer(response: object): string {
    return JSON.stringify({ id: this.id, rawId: this.id, type: "public-key", response, clientExtensionResults: {} })
  }

  #data(rpId: string, more: number, { verified = true, counter }: Answering): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? ++this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([1 | (verified ? 4 : 0) | more]), count])
  }

  #cose(): Uint8Array {
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" })
    const point = (text: string) => new Uint8Array(Buffer.from(text, "base64url"))
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x!)],
        [-3, point(y!)],
      ]) as never,
    )
  }
}

function clientData(type: string, challenge: string, { origin, type: other }: Answering): string {
  return JSON.stringify({ type: other ?? type, challenge, origin, crossOrigin: false })
}

/** Registers a passkey in a visitor's session. Returns the server's response. */
export async function register(visitor: Visitor, authenticator: Authenticator, answering: Answering, name = "Laptop") {
  await visitor.get("/passkeys/new")
  const challenge = await visitor.post("/passkeys/challenge")
  if (challenge.status !== 200) return challenge
  return visitor.post("/passkeys", { answer: authenticator.create(JSON.parse(challenge.html), answering), name })
}

/** Signs a visitor in by passkey, with the page `to` as the next one. Returns the server's response. */
export async function signInByPasskey(visitor: Visitor, authenticator: Authenticator, answering: Answering, to = "") {
  const challenge = await visitor.post("/sign-in/passkey/challenge")
  return visitor.post("/sign-in/passkey", { answer: authenticator.get(JSON.parse(challenge.html), answering), to })
}

/** Proves the user's identity again in a visitor's session. Returns the server's response. */
export async function prove(visitor: Visitor, authenticator: Authenticator, answering: Answering, to = "/") {
  await visitor.get(`/prove?to=${to}`)
  const challenge = await visitor.post("/prove/challenge")
  return visitor.post("/prove", { answer: authenticator.get(JSON.parse(challenge.html), answering), to })
}
