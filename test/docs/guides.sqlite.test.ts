// The samples are the same on both databases, so SQLite is enough.
import { expect } from "chai"
import { cleanUp } from "../sdk/packed.ts"
import { guides } from "./guides.ts"
import { choicesOf, type Running, runGuide } from "./run-guide.ts"

describe("The samples of the guides", function () {
  this.timeout(180_000)
  let running: Running | undefined
  afterEach(async () => {
    await running?.close()
    running = undefined
  })
  after(cleanUp)

  for (const guide of guides()) {
    for (const choice of choicesOf(guide)) {
      it(`of "${guide.front.title}" run from top to bottom (${choice}) and print what the page says`, async () => {
        running = await runGuide(guide, choice)
        // The guide on webhooks sends this event twice, in TypeScript.
        if (guide.name === "webhooks" && choice === "ts")
          expect(running.printed().match(/^deliver pi_1$/gm), "handled once").to.have.length(1)
      })
    }
  }
})
