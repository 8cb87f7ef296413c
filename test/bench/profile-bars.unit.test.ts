import { expect } from "chai"
import { barsOf, type Profile } from "../../scripts/bench/profile/bars.ts"

const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
  ...{ id, children },
  callFrame: { functionName, url },
})

describe("The bars of a profile", () => {
  it("give each part of the service its own time, and leave out idleness", () => {
    const profile: Profile = {
      nodes: [
        node(1, "(root)", "", [2, 3, 4, 5, 8]),
        node(2, "(idle)", ""),
        node(3, "(garbage collector)", ""),
        node(4, "parserOnHeadersComplete", "node:_http_common"),
        node(5, "createIntent", "file:///srv/vintem/src/payments/intents/create.ts", [6]),
        node(6, "run", "file:///srv/vintem/node_modules/better-sqlite3/lib/methods/wrappers.js", [7]),
        node(7, "step", ""),
        node(8, "wrap", "file:///srv/node_modules/x/node_modules/@koa/router/lib/router.js"),
      ],
      samples: [2, 3, 4, 5, 6, 7, 8],
      timeDeltas: [1000, 10, 20, 30, 5, 15, 20],
    }
    expect(barsOf(profile)).to.deep.equal([
      { name: "src/payments", share: 0.3 },
      { name: "Node: HTTP, sockets, streams", share: 0.2 },
      { name: "better-sqlite3", share: 0.2 },
      { name: "@koa/router", share: 0.2 },
      { name: "garbage collection", share: 0.1 },
    ])
  })
})
