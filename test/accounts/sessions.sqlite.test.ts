import { expect } from "chai"
import {
  beginSession,
  deleteOldSessions,
  endSession,
  endSessionsOf,
  findUserSession,
  noteRequest,
  type Opened,
  sessionDigest,
} from "../../src/accounts/users/sessions.ts"
import type { User } from "../../src/accounts/users/tables.ts"
import { addUser, listUsers, removeUser } from "../../src/accounts/users/users.ts"
import { type BareMode, openBareMode } from "../support/app/bare-mode.ts"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

describe("A session of the dashboard", () => {
  let mode: BareMode
  let user: User
  let other: User
  let users = 0
  before(async () => {
    mode = await openBareMode()
  })
  beforeEach(async () => {
    const add = () => mode.transaction((tx) => addUser(tx, { email: `u${++users}@shop.example`, role: "owner", account: null }))
    user = await add()
    other = await add()
  })
  after(() => mode.close())

  const begin = (of = user, opened: Opened = { by: "link" }) => mode.transaction((tx) => beginSession(tx, mode.ring, of, opened))
  const find = (token: string) => findUserSession(mode.database, mode.ring, token)
  const isOn = async (token: string) => (await find(token)) !== undefined
  /** Lets time pass since something happened to every session. */
  const pass = (column: "created_ms" | "seen_ms" | "proved_ms", ms: number) =>
    mode.change(`UPDATE sessions SET ${column} = ${column} - ${ms}`)

  it("is its user's, and no other text is its token", async () => {
    const [mine, theirs] = [await begin(), await begin(other)]
    expect([(await find(mine))!.user, (await find(theirs))!.user.id]).to.deep.equal([
      { ...user, signed_in_ms: (await find(mine))!.user.signed_in_ms },
      other.id,
    ])
    for (const text of ["", mine.slice(1), `${mine}a`, "a".repeat(40), sessionDigest(mode.ring, mine)])
      expect(await isOn(text), text).to.equal(false)
  })

  it("notes when its user signed in, and nobody else", async () => {
    await begin()
    const [mine, theirs] = (await listUsers(mode.database)).slice(-2)
    expect(mine!.signed_in_ms).to.be.within(Date.now() - MINUTE, Date.now() + MINUTE)
    expect([theirs!.id, theirs!.signed_in_ms]).to.deep.equal([other.id, null])
  })

  it("ends after 30 minutes without a request", async () => {
    const [used, unused] = [await begin(), await begin()]
    await pass("seen_ms", 30 * MINUTE - 10 * SECOND)
    expect([await isOn(used), await isOn(unused)]).to.deep.equal([true, true])
    await mode.transaction((tx) => noteRequest(tx, mode.ring, used))
    await pass("seen_ms", 10 * SECOND)
    expect([await isOn(used), await isOn(unused)]).to.deep.equal([true, false])
  })

  it("ends after 12 hours at the latest, and is then deleted", async () => {
    const old = await begin()
    await pass("created_ms", 12 * HOUR - 10 * SECOND)
    const young = await begin()
    expect(await isOn(old)).to.equal(true)
    expect(await mode.transaction((tx) => deleteOldSessions(tx, 100))).to.equal(0)
    await pass("created_ms", 10 * SECOND + 1)
    expect(await isOn(old)).to.equal(false)
    expect(await mode.transaction((tx) => deleteOldSessions(tx, 100))).to.be.at.least(1)
    expect(await isOn(young)).to.equal(true)
  })

  it("has a request noted once in a minute", async () => {
    const token = await begin()
    await pass("seen_ms", MINUTE - 10 * SECOND)
    expect((await find(token))!.unnoted).to.equal(false)
    await pass("seen_ms", 10 * SECOND)
    expect((await find(token))!.unnoted).to.equal(true)
    await mode.transaction((tx) => noteRequest(tx, mode.ring, token))
    expect((await find(token))!.unnoted).to.equal(false)
  })

  it("that a passkey or an issuer opened proves its user for five minutes, and one that a link opened never does", async () => {
    const proofOf = async (token: string) => {
      const { byNewLink, proved, provedNow } = (await find(token))!
      return { byNewLink, proved, provedNow }
    }
    const [link, passkey] = [await begin(), await begin(user, { by: "passkey" })]
    const earlier = await begin(user, { by: "oidc", provedMs: Date.now() - 4 * MINUTE })
    expect(await proofOf(link)).to.deep.equal({ byNewLink: true, proved: false, provedNow: false })
    expect(await proofOf(passkey)).to.deep.equal({ byNewLink: false, proved: true, provedNow: true })
    expect(await proofOf(earlier)).to.deep.equal({ byNewLink: false, proved: true, provedNow: true })
    await pass("proved_ms", 5 * MINUTE - 10 * SECOND)
    expect((await proofOf(passkey)).provedNow).to.equal(true)
    expect(await proofOf(earlier)).to.include({ proved: true, provedNow: false })
    await pass("proved_ms", 10 * SECOND)
    expect(await proofOf(passkey)).to.deep.equal({ byNewLink: false, proved: true, provedNow: false })
    // As it was stored before what opens a session was noted.
    await mode.change("UPDATE sessions SET opened_by = NULL")
    expect((await proofOf(passkey)).byNewLink).to.equal(true)
    await pass("created_ms", 10 * MINUTE)
    expect((await proofOf(link)).byNewLink).to.equal(false)
  })

  it("ends when its user signs out there, while the others go on", async () => {
    const [one, two, theirs] = [await begin(), await begin(), await begin(other)]
    await mode.transaction((tx) => endSession(tx, sessionDigest(mode.ring, one)))
    expect([await isOn(one), await isOn(two), await isOn(theirs)]).to.deep.equal([false, true, true])
  })

  it("can be the one that stays when its user's sessions are ended", async () => {
    const [one, two, theirs] = [await begin(), await begin(), await begin(other)]
    await mode.transaction((tx) => endSessionsOf(tx, user, sessionDigest(mode.ring, two)))
    expect([await isOn(one), await isOn(two), await isOn(theirs)]).to.deep.equal([false, true, true])
    await mode.transaction((tx) => endSessionsOf(tx, user))
    expect([await isOn(two), await isOn(theirs)]).to.deep.equal([false, true])
  })

  it("ends when its user is removed", async () => {
    const [mine, theirs] = [await begin(), await begin(other)]
    await mode.transaction((tx) => removeUser(tx, user.id))
    expect([await isOn(mine), await isOn(theirs)]).to.deep.equal([false, true])
  })
})
