import { findUserSession } from "../../../accounts/users/sessions.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { homeOf, sessionOf } from "../shell/context.ts"
import { readMarks, topicOf } from "./marks.ts"

/** The stream that tells pages about changes in their account. */
export function liveRoutes(area: Area): void {
  area.file("/changes", async (at) => {
    const { ctx, place, user } = at
    ctx.type = "text/event-stream"
    ctx.set("X-Accel-Buffering", "no")
    ctx.body = ""
    if (ctx.method === "HEAD") return
    const stream = at.parts.streams.open({
      user: user.id,
      account: at.account,
      topic: topicOf(place),
      read: () => readMarks(at.mode, at.account),
      mayListen: () => mayListen(at),
    })
    if (stream) ctx.body = stream
    else ctx.status = 503
  })
}

/** Returns whether the session is still valid and its user may still see the account. */
async function mayListen({ ctx, parts, account }: At): Promise<boolean> {
  const { database, ring } = homeOf(parts.modes)
  const session = await findUserSession(database, ring, sessionOf(ctx).sessionToken)
  return session !== undefined && (session.user.account === null || session.user.account === account)
}
