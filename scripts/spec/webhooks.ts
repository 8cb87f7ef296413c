import { type Finding, type Json, type Rule, resolve, webhooks } from "./shared/document.ts"

/** Marketing integrations have their own notifications, named in capitals. All others are events. */
const isEvent = (name: string) => !/^[A-Z_]+$/.test(name)

/** Every event type has a webhook, and every webhook of an event is a type, is signed, and has an example. */
export const webhookEvents: Rule = (contract) => {
  const { EventType } = contract.components.schemas
  const types: string[] = EventType?.["x-extensible-enum"] ?? EventType?.enum ?? []
  const sent = webhooks(contract)
  const names = sent.map(({ path }) => path)
  const unsent = types.filter((type) => !names.includes(type))
  const atTypes = ["components", "schemas", ...(EventType ? ["EventType"] : [])]
  return [
    ...unsent.map((type): Finding => ({ at: atTypes, message: `the event type ${type} has no webhook in x-webhooks` })),
    ...sent.flatMap(({ at, path, value }) => {
      const headers = (value.parameters ?? []).map((node: Json) => resolve(contract, node).name)
      const contents = Object.values<Json>(resolve(contract, value.requestBody)?.content ?? {})
      const shown = contents.some(({ example, examples }) => example !== undefined || Object.keys(examples ?? {}).length > 0)
      return [
        ...(isEvent(path) && !types.includes(path) ? [`${path} is not in EventType; add it there or correct the name`] : []),
        ...(headers.includes("Service-Signature") ? [] : ["lacks the header parameter Service-Signature"]),
        ...(shown ? [] : ["has no example of what is sent"]),
      ].map((message): Finding => ({ at, message }))
    }),
  ]
}
