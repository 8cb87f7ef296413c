// The Disputes API. What each reason demands is that of the file's example.
import type { Json, Reply } from "../types.ts"
import type { Call, World } from "../world.ts"
import { happen } from "./events.ts"
import type { Dispute } from "./types.ts"

/** Documents of a reason, and whether it demands them. */
const REASONS: Record<string, Record<string, boolean>> = {
  GoodsNotReturned: { TIDorInvoice: false, GoodsNotReturned: true },
  GoodsRepairedOrReplaced: { TIDorInvoice: false, GoodsRepairedOrReplaced: true },
  GoodsWereAsDescribed: { GoodsWereAsDescribed: true, TIDorInvoice: true },
  SupplyDefenseMaterial: { TIDorInvoice: false, DefenseMaterial: true },
}
const TYPES = new Set(Object.values(REASONS).flatMap((documents) => Object.keys(documents)))
const CONTENT_TYPES = ["application/pdf", "image/jpg", "image/jpeg", "image/tiff"]

export function reasons(world: World, call: Call): Reply {
  return withDispute(world, call, (dispute) => {
    const has = (type: string) => dispute.documents.some((one) => one.type === type)
    const defenseReasons = Object.entries(REASONS).map(([defenseReasonCode, documents]) => ({
      defenseReasonCode,
      satisfied: missing(dispute, documents).length === 0,
      defenseDocumentTypes: Object.entries(documents).map(([defenseDocumentTypeCode, isNeeded]) => ({
        ...{ defenseDocumentTypeCode, available: has(defenseDocumentTypeCode) },
        requirementLevel: isNeeded ? "Required" : "Optional",
      })),
    }))
    return { defenseReasons }
  })
}

export function supply(world: World, call: Call): Reply {
  return withDispute(world, call, (dispute, now) => {
    const documents: Json[] = call.body.defenseDocuments ?? []
    const wrong = documents.find(
      ({ defenseDocumentTypeCode, contentType }) => !TYPES.has(defenseDocumentTypeCode) || !CONTENT_TYPES.includes(contentType),
    )
    if (wrong) return "Invalid document type or content type"
    const against = reasonAgainst(dispute, now)
    if (against) return against
    dispute.documents.push(
      ...documents.map(({ defenseDocumentTypeCode, contentType, content }) => ({
        type: defenseDocumentTypeCode,
        contentType,
        content,
      })),
    )
    return {}
  })
}

export function remove(world: World, call: Call): Reply {
  return withDispute(world, call, (dispute, now) => {
    const against = reasonAgainst(dispute, now)
    if (against) return against
    const left = dispute.documents.filter(({ type }) => type !== call.body.defenseDocumentType)
    if (left.length === dispute.documents.length) return "There is no such document"
    dispute.documents = left
    return {}
  })
}

export function defend(world: World, call: Call): Reply {
  return withDispute(world, call, (dispute, now) => {
    const needed = REASONS[call.body.defenseReasonCode]
    if (!needed) return "Unknown defense reason"
    const lacking = missing(dispute, needed)
    const against = reasonAgainst(dispute, now) ?? (lacking.length > 0 ? `Missing documents: ${lacking.join(", ")}` : undefined)
    if (against) return against
    dispute.end = "defended"
    happen(world, { payment: dispute.payment, code: "INFORMATION_SUPPLIED", dispute: dispute.pspReference })
    return {}
  })
}

export function accept(world: World, call: Call): Reply {
  return withDispute(world, call, (dispute, now) => {
    const against = reasonAgainst(dispute, now)
    if (!against) dispute.end = "accepted"
    return against ?? {}
  })
}

/** Answers with what `act` returns, or with its sentence as an error: errors of disputes are 200 as well. */
function withDispute(world: World, { body, merchant }: Call, act: (dispute: Dispute, now: number) => Json | string): Reply {
  const dispute = world.disputes.find((one) => one.pspReference === body.disputePspReference && one.merchant === merchant.account)
  const done = dispute ? act(dispute, world.clock.now()) : "Dispute not found"
  const result = typeof done === "string" ? { success: false, errorMessage: done } : { success: true }
  return { status: 200, body: { ...(typeof done !== "string" && done), disputeServiceResult: result } }
}

function reasonAgainst({ end, defendable, defensePeriodEndsAt }: Dispute, now: number): string | undefined {
  if (end) return `The dispute was ${end}`
  if (!defendable) return "The dispute is not defendable"
  return now >= defensePeriodEndsAt ? "The defense period has ended" : undefined
}

function missing({ documents }: Dispute, needed: Record<string, boolean>): string[] {
  return Object.keys(needed).filter((type) => needed[type] && !documents.some((one) => one.type === type))
}
