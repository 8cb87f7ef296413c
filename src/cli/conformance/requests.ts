// Makes requests from the examples of openapi.yaml. Their ids are replaced by those of existing objects.
import { must } from "../../base/must.ts"
import type { Json } from "./contract/document.ts"
import type { Operation } from "./contract/operations.ts"

/** Sends a request with the key of an account. */
export type Send = (method: string, path: string, body?: Json) => Promise<{ status: number; body: Json }>

/** An id in the contract. The group is its prefix. */
export const EXAMPLE_ID = /\b([a-z]+)_[0-9A-Za-z]{25}\b/g

/** For each id prefix, creates an object in a state that the operation accepts with the body of an example, and returns its id. */
export type Makers = Record<string, (operation: Pick<Operation, "id">, body?: Json) => Promise<string>>

export type Request = { method: string; path: string; body: Json }

/** A well-formed id that no object has. */
export const NOBODY = "cus_0000000000000000000000000"

/** Returns the path of an operation on a missing object. An error before the look-up is the same as for an existing object. */
export const pathToNothing = ({ path }: Pick<Operation, "path">): string => path.replace(/\{\w+\}/g, NOBODY)

/**
 * Makes requests from examples for one account. The objects in an example are created anew for each request, in a state that the operation
 * accepts.
 */
export function fillIn(
  send: Send,
  makers: Makers,
): (operation: Pick<Operation, "id" | "method" | "path" | "parameters">, body?: Json) => Promise<Request> {
  async function withRealIds(text: string, operation: Pick<Operation, "id">, example: Json): Promise<string> {
    let filled = text
    for (const id of new Set(text.match(EXAMPLE_ID))) {
      const make = must(makers[id.slice(0, id.indexOf("_"))], `the maker of ${id}`)
      filled = filled.replaceAll(id, await make(operation, example))
    }
    return filled
  }

  return async (operation, body) => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path")
    const needed = operation.parameters.filter((parameter) => parameter.in === "query" && parameter.required)
    const query = new URLSearchParams(needed.map(({ name, example }): [string, string] => [name, example]))
    if (operation.id === "deleteMerchantOrigin") await send("POST", "/merchant-origins", { origin: query.get("origin") })
    const template = inPath.reduce((path, { name, example }) => path.replace(`{${name}}`, example), operation.path)
    const target = query.size > 0 ? `${template}?${query}` : template
    const timely = await inTheFuture(send, operation, body)
    return {
      method: operation.method,
      path: await withRealIds(target, operation, body),
      body: timely === undefined ? undefined : JSON.parse(await withRealIds(JSON.stringify(timely), operation, body)),
    }
  }
}

/** Moves the times of an example, which have passed, into the future. */
async function inTheFuture(send: Send, { id }: Pick<Operation, "id">, body: Json): Promise<Json> {
  if (id === "advanceTestClock" && body?.to) return { to: (await testTime(send)) + 60 }
  const later = ["cancel_at", "resumes_at"].find((name) => body?.[name])
  return later ? { ...body, [later]: (await testTime(send)) + 3600 } : body
}

async function testTime(send: Send): Promise<number> {
  return (await send("GET", "/v1/test_helpers/clock")).body.now
}
