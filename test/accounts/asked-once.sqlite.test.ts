import { expect } from "chai"
import {
  deleteOldChallenges,
  isChallenge,
  keepChallenge,
  newChallenge,
  takeChallenge,
} from "../../src/accounts/users/challenges.ts"
import { deleteOldForms, isFormToken, newFormToken, takeForm } from "../../src/accounts/users/sent-forms.ts"
import { addUser } from "../../src/accounts/users/users.ts"
import { type BareMode, openBareMode } from "../support/app/bare-mode.ts"

describe("What the dashboard asks for once", () => {
  let mode: BareMode
  before(async () => {
    mode = await openBareMode()
  })
  after(() => mode.close())

  describe("a challenge", () => {
    const asked = { kind: "prove", cookie: "of this browser" } as const
    const keep = async (details?: object) => {
      const challenge = newChallenge()
      await mode.transaction((tx) => keepChallenge(tx, mode.ring, { ...asked, challenge }, details))
      return challenge
    }
    const take = (challenge: string, odd: object = {}) =>
      mode.transaction((tx) => takeChallenge(tx, mode.ring, { ...asked, challenge, ...odd }))
    const pass = (ms: number) => mode.change(`UPDATE sign_in_challenges SET expires_at_ms = expires_at_ms - ${ms}`)

    it("is taken once, with its details, and only as what it was made for, by the browser that asked", async () => {
      const [one, two] = [await keep({ to: "/" }), await keep()]
      for (const odd of [{ kind: "sign_in" }, { cookie: "of another" }, { challenge: newChallenge() }])
        expect(await take(one, odd), JSON.stringify(odd)).to.equal(undefined)
      expect(await take(one)).to.deep.equal({ details: { to: "/" } })
      expect(await take(one), "again").to.equal(undefined)
      expect(await take(two), "another one").to.deep.equal({ details: null })
    })

    it("lives for five minutes, and is deleted later", async () => {
      const [late, kept] = [await keep(), await keep()]
      await pass(5 * 60_000 - 10_000)
      expect(await take(kept)).to.deep.equal({ details: null })
      const young = await keep()
      await pass(10_001)
      expect(await take(late)).to.equal(undefined)
      expect(await mode.transaction((tx) => deleteOldChallenges(tx, 100))).to.equal(1)
      expect(await take(young)).to.deep.equal({ details: null })
    })

    it("is not stored in clear", async () => {
      const challenge = await keep()
      const rows = JSON.stringify(await mode.read("SELECT * FROM sign_in_challenges"))
      expect(rows).not.to.include(challenge).and.not.include(asked.cookie)
    })

    it("cannot be guessed", () => {
      const made = [newChallenge(), newChallenge()] as const
      expect(made.every(isChallenge)).to.equal(true)
      expect(made[0]).to.have.lengthOf(43).and.not.equal(made[1])
      for (const text of [undefined, "", made[0].slice(1), `${made[0]}a`, `-${made[0].slice(1)}`])
        expect(isChallenge(text), text).to.equal(false)
    })
  })

  describe("a form", () => {
    it("is taken once, and is remembered for a day", async () => {
      const user = await mode.transaction((tx) => addUser(tx, { email: "ana@shop.example", role: "owner", account: null }))
      const take = (token: string) => mode.transaction((tx) => takeForm(tx, user, token))
      const forget = () => mode.transaction((tx) => deleteOldForms(tx, 100))
      const pass = (ms: number) => mode.change(`UPDATE sent_forms SET sent_ms = sent_ms - ${ms}`)
      const [one, two] = [newFormToken(), newFormToken()]
      expect([await take(one), await take(two), await take(one)]).to.deep.equal([true, true, false])
      await pass(24 * 3_600_000 - 10_000)
      expect([await forget(), await take(one)]).to.deep.equal([0, false])
      const young = newFormToken()
      await take(young)
      await pass(10_001)
      expect([await forget(), await take(one), await take(young)]).to.deep.equal([2, true, false])
    })

    it("has a token that cannot be guessed", () => {
      const [one, two] = [newFormToken(), newFormToken()]
      expect(one).to.have.lengthOf(22).and.not.equal(two)
      expect([isFormToken(one), isFormToken(one.slice(1)), isFormToken(`${one}a`)]).to.deep.equal([true, false, false])
    })
  })
})
