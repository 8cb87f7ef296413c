// The recorded examples, and the mapping of ids in openapi.yaml to recorded ids.
import { isDeepStrictEqual } from "node:util"
import { type Json, type Operation, operations, resolve } from "../spec/shared/document.ts"

const ID = /\b([a-z]+)_[0-9A-Za-z]{25}\b/g
const SIGNATURE = /\bt=\d+,v1=[0-9a-f]{64}\b/g
const REF = "#/components/examples/"

export type Recording = {
  operation(id: string): Operation
  /** Keeps a response as the contract's example with this name for the operation and the status. */
  keepResponse(operation: string, status: number, name: string, body: Json): void
  /** Keeps a webhook as the contract's example with this name. */
  keepWebhook(type: string, name: string, body: Json): void
  /** Keeps a webhook's signature as the example of the header. */
  keepSignature(signature: string): void
  /** The operations that show an example with this name, which is not recorded there yet. */
  unrecorded(name: string): string[]
  /** The id of a recorded example. */
  id(name: string): string
  /** Replaces the ids and the signature in a text of openapi.yaml with those of the story. */
  translate(text: string): string
  /** The recorded examples by name. Throws if an example of the contract was not recorded. */
  values(): Map<string, Json>
}

/** Records the examples of a contract. */
export function newRecording(contract: Json): Recording {
  const all = new Map(operations(contract).map((operation) => [operation.value.operationId as string, operation]))
  const values = new Map<string, Json>()
  let signature = ""
  const places = placesOf(contract)
  const missing = new Map(places)

  function keep(place: string, value: Json): void {
    const name = places.get(place)
    if (!name) throw new Error(`openapi.yaml shows no example for ${place}, which is:\n${JSON.stringify(value, null, 2)}`)
    const earlier = values.get(name)
    if (earlier && !isDeepStrictEqual(withoutRequest(earlier), withoutRequest(value)))
      throw new Error(`The example ${name} is not the same at ${place}:\n${JSON.stringify([earlier, value], null, 2)}`)
    if (!earlier) values.set(name, value)
    missing.delete(place)
  }

  /** An id in a request is the id of an example. An id without a recorded example stands for the first one of its kind. */
  function current(id: string, prefix: string): string {
    const examples = Object.entries<Json>(contract.components.examples)
    const recorded = (name: string) => values.get(name)?.id?.startsWith(`${prefix}_`)
    const same = examples.find(([name, { value }]) => value?.id === id && recorded(name))
    const [name] = same ?? examples.find(([name]) => recorded(name)) ?? []
    return name ? values.get(name).id : id
  }

  return {
    operation: (id) => all.get(id)!,
    keepResponse: (operation, status, name, body) => keep(`${operation} ${status} ${name}`, body),
    keepWebhook: (type, name, body) => keep(`webhook ${type} ${name}`, body),
    keepSignature: (header) => {
      signature = header
    },
    unrecorded: (name) =>
      [...missing.keys()].map((place) => place.split(" ")).flatMap(([id, , key]) => (key === name ? [id!] : [])),
    id: (name) => values.get(name).id,
    translate: (text) => text.replace(ID, current).replace(SIGNATURE, signature),
    values: () => {
      if (missing.size > 0) throw new Error(`The story does not make:\n${[...missing].map((pair) => pair.join(": ")).join("\n")}`)
      return values
    },
  }
}

/** Errors differ only in their request id. */
function withoutRequest(value: Json): Json {
  return value.error ? { ...value.error, request_id: undefined } : value
}

/** Returns the names of the examples in `components.examples`, by their places in the contract. */
function placesOf(contract: Json): Map<string, string> {
  const responses = operations(contract).flatMap(({ value, needsKey }) =>
    Object.entries<Json>(value.responses).flatMap(([status, response]) =>
      examplesIn(resolve(contract, response))
        // An operation without a key reads nothing that the story could damage.
        .filter(([key]) => needsKey || key !== "internal_error")
        .map(([key, name]) => [`${value.operationId} ${status} ${key}`, name] as const),
    ),
  )
  const webhooks = Object.entries<Json>(contract["x-webhooks"]).flatMap(([type, { post }]) =>
    examplesIn(post.requestBody).map(([key, name]) => [`webhook ${type} ${key}`, name] as const),
  )
  return new Map([...responses, ...webhooks])
}

function examplesIn({ content = {} }: Json): [string, string][] {
  const examples = Object.values<Json>(content).flatMap((media) => Object.entries<Json>(media.examples ?? {}))
  return examples.flatMap(([key, { $ref }]) => ($ref ? [[key, $ref.slice(REF.length)]] : []))
}
