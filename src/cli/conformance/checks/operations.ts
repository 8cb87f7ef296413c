import { isDeepStrictEqual } from "node:util"
import type { Check } from "../check.ts"
import type { Json } from "../contract/document.ts"
import { keyedOperations, type Operation, operationNamed, operations } from "../contract/operations.ts"
import { expectEqual, expectThat, outcomeOf, type Reply } from "../expect.ts"
import type { Session } from "../session.ts"

const isDone = ({ status }: Reply) => status >= 200 && status < 300

const ruleOf = ({ method, path }: Operation) => `openapi.yaml, paths: ${method} ${path}`

/** Every operation, with every example of its body. */
export const operationChecks: Check[] = [
  ...keyedOperations.map(
    (operation): Check => ({
      id: `operations.${operation.id}`,
      title: "does what the contract's examples ask for, and answers as described",
      rule: ruleOf(operation),
      run: async (session) => {
        for (const { body } of operation.examples) await performed(session, operation, body)
      },
    }),
  ),
  ...operations.filter(({ keyed }) => !keyed).map(openCheck),
]

async function performed(session: Session, operation: Operation, example: Json): Promise<void> {
  const { method, path, body } = await session.fill(operation, example)
  const reply = await session.request(method, path, body)
  expectThat(isDone(reply), reply, "success", outcomeOf(reply))
  for (const [name, value] of Object.entries<Json>(body ?? {}))
    if (isPlain(value) && isPlain(reply.body[name])) expectEqual(reply, name, reply.body[name], value)
  if (reply.status === 201) await expectStored(session, path, reply)
}

/** Returns whether a value survives normalization unchanged: `5`, `"brl"`, `true`. */
const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value)

/** A created object can be retrieved unchanged. */
async function expectStored({ request }: Session, path: string, { body, sent }: Reply): Promise<void> {
  const target = `${path}/${body.id}`
  if (!operations.some(({ method, pattern, id }) => method === "GET" && pattern.test(target) && id.startsWith("retrieve"))) return
  const retrieved = await request("GET", target)
  const { secret: _, ...shown } = body
  const same = isDeepStrictEqual(retrieved.body, shown)
  expectThat(same, retrieved, `what ${sent.method} ${sent.path} returned: ${JSON.stringify(shown)}`, retrieved.text)
}

function openCheck(operation: Operation): Check {
  return {
    id: `operations.${operation.id}`,
    title: "answers without a key, and says 304 to who has it already",
    rule: ruleOf(operation),
    run: async ({ request }) => {
      const open = (headers = {}) => request(operation.method, operation.path, undefined, { key: null, headers })
      const reply = await open()
      expectThat(reply.status === 200, reply, "status 200", outcomeOf(reply))
      if (!operation.responses[304]) return
      const again = await open({ "if-none-match": reply.headers.etag })
      expectThat(again.status === 304, again, "status 304", outcomeOf(again))
    },
  }
}

/** The versions in the contract. */
const VERSIONS: string[] = operationNamed("retrieveBalance").parameters.find(({ name }) => name === "Service-Version").schema.enum

export const versionChecks: Check[] = [
  {
    id: "versions.echo",
    title: "each dated version is accepted, and the response names the one that applied",
    rule: 'openapi.yaml, section "Versions"',
    run: async ({ request }) => {
      for (const version of VERSIONS) {
        const reply = await request("GET", "/v1/balance", undefined, { headers: { "service-version": version } })
        expectThat(isDone(reply), reply, "success", outcomeOf(reply))
        expectEqual(reply, "Service-Version", reply.headers["service-version"], version)
      }
      const unnamed = await request("GET", "/v1/balance")
      const applied = unnamed.headers["service-version"] ?? "none"
      expectThat(VERSIONS.includes(applied), unnamed, `Service-Version: ${VERSIONS.join(" or ")}`, applied)
    },
  },
]
