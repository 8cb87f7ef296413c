import { expect } from "chai"
import type { Member } from "../../src/acquirers/members.ts"
import { ACQUIRER_KINDS } from "../../src/modes/acquirers.ts"
import { LABELS } from "../../src/web/dashboard/pages/settings/acquirer-labels.ts"

const pathsOf = (members: readonly Member[], group = ""): string[] =>
  members.flatMap(({ name, members: inner = [] }) => [group + name, ...pathsOf(inner, `${group + name}.`)])

describe("The form of an acquirer", () => {
  for (const [language, { names, members, hints }] of Object.entries(LABELS))
    it(`names every member of every acquirer, and nothing else, in ${language}`, () => {
      const described = Object.fromEntries(ACQUIRER_KINDS.map((kind) => [kind.name, pathsOf(kind.members)]))
      const labelled = Object.fromEntries(Object.entries(members).map(([kind, labels]) => [kind, Object.keys(labels)]))
      expect(labelled).to.deep.equal(described)
      expect(Object.keys(names)).to.have.members(Object.keys(described))
      for (const [kind, texts] of Object.entries(hints)) expect(described[kind]).to.include.members(Object.keys(texts))
    })
})
