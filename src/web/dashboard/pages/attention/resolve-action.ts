import { findFailing, MAX_REASON, resolveFailing } from "../../../../attention/resolve.ts"
import { Refusal } from "../../../../base/errors.ts"
import type { Change } from "../../forms/change.ts"
import { textField } from "../../forms/fields.ts"
import { fieldText } from "../../forms/form-values.ts"
import { PageNotFound } from "../../request/errors.ts"
import { ATTENTION_WORDS } from "./words.ts"

type Failing = NonNullable<Awaited<ReturnType<typeof findFailing>>>

/** Takes failing work off the attention list. */
export const RESOLUTION: Change<Failing> = {
  role: "operator",
  proof: "never",
  find: async (request) => {
    const failing = await findFailing(request.mode.database, request.pathParameter("id"))
    if (failing?.account !== request.account) throw new PageNotFound()
    return failing
  },
  confirmation: (request) => {
    const words = request.words(ATTENTION_WORDS)
    return {
      title: words.resolveTitle,
      text: words.resolveText,
      fields: textField(request, { name: "reason", label: words.reason, hint: words.reasonHint, maxlength: MAX_REASON }),
      button: words.resolve,
      back: request.pathTo("/attention"),
    }
  },
  make: async (request, failing) => {
    const reason = fieldText(request, "reason")
    if (!reason) throw new Refusal("parameter_invalid", request.words(ATTENTION_WORDS).noReason)
    const audited = { action: "attention.resolve", target: failing.item, reason } as const
    await request.runAction(audited, (tx) => resolveFailing(tx, failing, reason))
    return { to: request.pathTo("/attention"), notice: request.words(ATTENTION_WORDS).resolved }
  },
}
